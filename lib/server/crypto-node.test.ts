import { describeCrypto } from "../testing/crypto-contract";
import { nodeCrypto } from "./crypto-node";

describeCrypto("nodeCrypto", nodeCrypto);

import { describeCrypto } from "../testing/crypto-contract";
import { nobleCrypto } from "./crypto-noble";

describeCrypto("nobleCrypto", nobleCrypto);

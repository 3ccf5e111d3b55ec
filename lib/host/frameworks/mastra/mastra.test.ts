/** Mastra keeps the contract of every adapter. */
import { adapterContract } from "../../../testing/adapter-contract";
import { mastraDriver } from "../../../testing/frameworks/mastra";

adapterContract(mastraDriver);

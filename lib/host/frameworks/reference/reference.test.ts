/** The plain loop keeps the contract of every adapter. */
import { adapterContract } from "../../../testing/adapter-contract";
import { referenceDriver } from "../../../testing/frameworks/reference";

adapterContract(referenceDriver);

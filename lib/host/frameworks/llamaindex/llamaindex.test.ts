/** LlamaIndex keeps the contract of every adapter. */
import { adapterContract } from "../../../testing/adapter-contract";
import { llamaIndexDriver } from "../../../testing/frameworks/llamaindex";

adapterContract(llamaIndexDriver);

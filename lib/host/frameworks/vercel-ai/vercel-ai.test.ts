/** The Vercel AI SDK keeps the contract of every adapter. */
import { adapterContract } from "../../../testing/adapter-contract";
import { vercelAiDriver } from "../../../testing/frameworks/vercel-ai";

adapterContract(vercelAiDriver);

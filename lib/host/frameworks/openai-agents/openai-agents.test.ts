import { adapterContract } from "../../../testing/adapter-contract";
import { openAiAgentsDriver } from "../../../testing/frameworks/openai-agents";

adapterContract(openAiAgentsDriver);

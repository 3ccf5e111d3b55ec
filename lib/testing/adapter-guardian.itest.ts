import { guardianFaultContract } from "./adapter-contract/guardian-faults";
import type { AdapterDriver } from "./adapter-driver";
import { langgraphDriver } from "./frameworks/langgraph";
import { mcpDriver } from "./frameworks/mcp";
import { vercelAiDriver } from "./frameworks/vercel-ai";

const DRIVERS: readonly AdapterDriver[] = [langgraphDriver, mcpDriver, vercelAiDriver];

for (const driver of DRIVERS) guardianFaultContract(driver);

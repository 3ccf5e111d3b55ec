import { guardianFaultContract } from "./adapter-contract/guardian-faults";
import type { AdapterDriver } from "./adapter-driver";
import { langgraphDriver } from "./frameworks/langgraph";
import { vercelAiDriver } from "./frameworks/vercel-ai";

const DRIVERS: readonly AdapterDriver[] = [langgraphDriver, vercelAiDriver];

for (const driver of DRIVERS) guardianFaultContract(driver);

/** MCP tools under Agent Hooks: the contract that every adapter keeps. */
import { adapterContract } from "../../../testing/adapter-contract";
import { mcpDriver } from "../../../testing/frameworks/mcp";

adapterContract(mcpDriver);

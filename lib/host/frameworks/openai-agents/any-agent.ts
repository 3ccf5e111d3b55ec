/** An agent of whatever context and output. */
import type { Agent } from "@openai/agents";

export type AnyAgent = Agent<never, never>;

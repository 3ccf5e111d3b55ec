/** Two subagents inside a nested turn: one with a session of its own, whose Intent is narrower and strict. */
import { randomUUID } from "node:crypto";
import type { Stage } from "../stage";
import { callTool } from "../tool-calls";
import { endTurn, intentOf, startTurn } from "./opening";
import type { Scene } from "./scene";

const INNER = "turn-1.1";

export async function sendSubagents(scene: Scene): Promise<void> {
  const { stage } = scene;
  stage.chapter("Two subagents in a nested turn");
  await startTurn(scene, { id: INNER, by: "agent_loop", parent: "turn-1" });
  await researcher(scene);
  await summariser(scene);
  await endTurn(scene, INNER);
}

async function researcher({ stage, openChild }: Scene): Promise<void> {
  const child = await start(stage, {
    name: "researcher",
    intent_derivation: "derived_from_parent",
    subagent_intent: intentOf([{ tool: "search_orders" }], { scope_mode: "strict" }),
  });
  const own = await openChild(child);
  const finalHead = await research(own);
  stage.faults.push(...own.faults);
  await stage.take({
    say: "The researcher has stopped; its chain's head is named",
    method: "steps/subagentStop",
    payload: {
      subagent_session_id: child,
      outcome: "completed",
      ...(finalHead === null ? {} : { final_chain_hash: finalHead }),
      summary: {
        value: "Two earlier orders, none broken.",
        provenance: stage.sources.of("agent_generated", { source: "researcher" }),
      },
    },
  });
}

/** In the subagent's own session. Resolves to the head of its chain. */
async function research(own: Stage): Promise<string | null> {
  const task = own.sources.of("system", { source: "order-desk" });
  own.chapter("The researcher in its own session");
  await own.take({ say: "Its task", method: "steps/agentTrigger", payload: { trigger_type: "system" } });
  const found = await callTool(own, {
    say: "search_orders, which its Intent names",
    tool: "search_orders",
    capability: "orders.read",
    arguments: { customer: ["cust_1042", task], limit: [20, task] },
    output: [{ order: 7001 }, { order: 7240 }],
  });
  await callTool(own, {
    say: "get_invoice, which only its parent's Intent names (IBAC, strict)",
    tool: "get_invoice",
    capability: "invoices.read",
    arguments: { customer: ["cust_1042", own.sources.of("user_input")] },
    wants: ["deny"],
    codes: ["ibac_scope_mode_strict"],
  });
  const answer = own.sources.made(...(found.output === null ? [task] : [found.output]));
  const content = [{ type: "text", value: "Two earlier orders, none broken.", provenance: answer }];
  await own.take({ say: "Its answer", method: "steps/agentResponse", payload: { content } });
  if (!(await own.session.end("completed"))) own.faults.push("The end of the subagent's session was not told.");
  return own.session.chainHash;
}

async function summariser({ stage }: Scene): Promise<void> {
  const child = await start(stage, { name: "summariser", intent_derivation: "inherit_full" });
  await stage.take({
    say: "The summariser is cancelled",
    method: "steps/subagentStop",
    payload: { subagent_session_id: child, outcome: "cancelled", subagent_step_count: 0 },
  });
}

async function start(
  stage: Stage,
  { name, ...given }: { readonly name: string; readonly intent_derivation: string; readonly subagent_intent?: object },
): Promise<string> {
  const child = randomUUID();
  await stage.take({
    say: `The ${name} is started (${given.intent_derivation})`,
    method: "steps/subagentStart",
    payload: {
      subagent_session_id: child,
      parent_session_id: stage.session.sessionId,
      parent_step_id: INNER,
      subagent_descriptor: { agent_name: name },
      ...given,
    },
  });
  return child;
}

/** Opening: the AgBOM is declared, the customer writes, turns open. */
import type { Capability } from "../../../../core/session/context";
import { agbom } from "../components";
import type { Scene } from "./scene";

/** What the session is for. A voucher is not part of it. */
export const INTENT: readonly Capability[] = [
  { tool: "search_orders" },
  { tool: "get_invoice" },
  { tool: "get_bank_details" },
  { tool: "refund_payment" },
  { tool: "send_mail" },
  { tool: "read_file" },
];

export const intentOf = (parsed: readonly Capability[], more: object = {}) => ({
  raw: "Help the customer with order 7731: find it, refund it, write to them.",
  parsed,
  parser_provenance: { provenance_id: "intent", origin: "user_input", source_id: "customer:cust_1042" },
  ...more,
});

export async function declareParts({ stage }: Scene): Promise<void> {
  stage.chapter("The agent declares what it is made of");
  await stage.take({
    say: "The AgBOM: a model, an MCP server, tools, skills, knowledge, memory, a peer, a capability",
    method: "agbom/snapshot",
    payload: agbom(stage.sources),
  });
}

export async function openTurns({ stage }: Scene): Promise<void> {
  stage.chapter("A customer triggers the agent");
  await stage.take({
    say: "A message has come in",
    method: "steps/agentTrigger",
    payload: { trigger_type: "user_message", trigger_source: { channel: "web" } },
  });
  await startTurn({ stage }, { id: "turn-1", by: "user_message" });
}

export async function startTurn(
  { stage }: Pick<Scene, "stage">,
  { id, by, parent }: { readonly id: string; readonly by: string; readonly parent?: string },
): Promise<void> {
  stage.openTurn(id);
  await stage.take({
    say: parent === undefined ? `Turn ${id} starts` : `Turn ${id} starts inside ${parent}`,
    method: "steps/turnStart",
    payload: { turn_id: id, triggered_by: by, ...(parent === undefined ? {} : { parent_turn_id: parent }) },
  });
}

export async function endTurn({ stage }: Pick<Scene, "stage">, id: string): Promise<void> {
  await stage.take({
    say: `Turn ${id} ends`,
    method: "steps/turnEnd",
    payload: { turn_id: id, outcome: "completed" },
  });
  stage.closeTurn();
}

/** Closing: something is remembered, the context is compacted with its lineage, the customer is answered. */
import type { LookedUp } from "./desk";
import { endTurn } from "./opening";
import type { Scene } from "./scene";

/** No sender can know the head that its own message makes (the standard asks for it all the same). */
const UNKNOWN_HEAD = "0".repeat(64);

export async function remember({ stage }: Scene, { message }: LookedUp): Promise<void> {
  stage.chapter("The agent remembers, compacts and answers");
  await stage.take({
    say: "A note on the customer is stored",
    method: "steps/memoryStore",
    payload: {
      content: { value: "Order 7731 was refunded in full.", provenance: stage.sources.made(message) },
      memory_id: "note-18",
      memory_store: { name: "customer-notes", scope: "user" },
      operation: "create",
    },
  });
}

export async function compact({ stage }: Scene, { steps }: LookedUp): Promise<void> {
  await stage.take({
    say: `${steps.length} steps are about to be compacted`,
    method: "steps/preCompact",
    payload: { entries_to_compact: steps, triggered_by: "size_threshold", estimated_input_tokens: 4200 },
  });
  const derived = stage.sources.broughtBy(steps);
  await stage.take({
    say: `They are now a summary, derived from all ${derived.length} values that they brought`,
    method: "steps/postCompact",
    payload: {
      summary: {
        value: "The customer wants order 7731 refunded; the handbook allows it.",
        provenance: { provenance_id: "summary-1", origin: "agent_generated", derived_from: derived },
      },
      entries_compacted: steps,
      pre_compact_chain_hash: stage.session.chainHash ?? UNKNOWN_HEAD,
      post_compact_chain_hash: UNKNOWN_HEAD,
    },
  });
}

export async function answer(scene: Scene, { message }: LookedUp): Promise<void> {
  const { stage } = scene;
  const provenance = stage.sources.made(message);
  await stage.take({
    say: "The customer is answered",
    method: "steps/agentResponse",
    payload: { content: [{ type: "text", value: "Done: 840 EUR for order 7731 are on their way.", provenance }] },
  });
  await endTurn(scene, "turn-1");
}

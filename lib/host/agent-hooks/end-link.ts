/** Before a session ends: results on their way arrive, and calls that were released but did not run are told as blocked. */
import type { AcsStep } from "../../agent-hooks/acs/acs-step";
import { fromPlainObject } from "../../core/json/build";
import { settleLost } from "../settle";
import { deliverStep } from "./ask-guardian";
import type { AskedCall, GuardianLink } from "./guardian-link";

/** Never rejects: a session must be able to end without the Guardian. */
export async function endLink(link: GuardianLink): Promise<void> {
  await Promise.allSettled(link.deliveries);
  await settleLost(link.context);
  if (!link.context.terms.methods.has("steps/toolCallResult")) return;
  for (const [id, call] of link.released) {
    const told = await deliverStep(link.context, blockedResult(call)).then(
      () => true,
      () => false,
    );
    if (!told) return;
    link.released.delete(id);
  }
}

const blockedResult = ({ requestId, step }: AskedCall): AcsStep => ({
  method: "steps/toolCallResult",
  payload: fromPlainObject({
    tool: step.payload.tool,
    exit_status: "blocked",
    outputs: [],
    request_id_ref: requestId,
  }),
  metadata: fromPlainObject({}),
});

/** A record in whose every text there is what a page must not take for its own. */
import { memberAt } from "../core/json/build";
import { RECORDS } from "../core/wire/agent-hooks";
import { hostRecord } from "./host-records";
import type { Say } from "./hosted-session";
import { type ScriptedIdentity, scriptedSession } from "./scripted-agent";

const HOSTILE = "no\u202esey\u200b <img src=x onerror=alert(1)> [log](javascript:alert(2))";

const VERDICT = {
  decision: "deny",
  reason: HOSTILE,
  message: HOSTILE,
  warnings: [{ reason: HOSTILE, message: HOSTILE }],
  evidence: { artefact: HOSTILE, verification_pointers: { [HOSTILE]: "javascript:alert(3)" } },
};

/** Of emission `sequence`. Throws when it is refused. */
export async function sendHostileRecord(
  say: Say,
  agent: ScriptedIdentity,
  { sessionId, sequence }: { readonly sessionId: string; readonly sequence: number },
): Promise<void> {
  const record = hostRecord(sessionId, {
    sequence,
    verdict: VERDICT,
    tool: HOSTILE,
    identity_provider: HOSTILE,
    input_identity: HOSTILE,
    enforced_identity: null,
    verdicts: [{ index: 0, decision: "deny", reason: HOSTILE, name: HOSTILE }],
  });
  const answer = await say(scriptedSession(agent, sessionId).message(RECORDS, { records: [record] }));
  if (memberAt(answer, "result", "accepted") !== 1) throw new Error(`it was refused: ${JSON.stringify(answer)}`);
}

/** The service account's part: reads the approval as served, checks both digests against the bytes, decides by the public API. */
import { z } from "zod";
import { api } from "../../console/routes";
import { toHex } from "../../core/encoding";
import { canonicalBytes } from "../../core/json/canonical";
import { readJsonText } from "../../core/json/read";
import { err, ok, type Result } from "../../core/result";
import { nodeCrypto } from "../../server/crypto-node";

const detailSchema = z.looseObject({
  item: z.looseObject({ state: z.string() }),
  extension: z.looseObject({ whyOnce: z.string().nullable() }).nullish(),
  served: z
    .looseObject({
      view: z.string(),
      viewDigest: z.string(),
      action: z.string().nullable(),
      actionDigest: z.string(),
      revision: z.number(),
    })
    .nullable(),
});

export interface ApproverOptions {
  readonly consoleUrl: string;
  readonly token: string;
  /** Where an approval may extend the session's Intent, gives it for the whole session. */
  readonly extendsIntent?: boolean;
}

const TRIES = 40;

/** Approves one item. Tries again while the console is away, because the demo outlives its restarts. */
export async function approve(options: ApproverOptions, approvalId: string): Promise<Result<void, string>> {
  let last = "the console did not answer";
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const outcome = await tryApprove(options, approvalId).catch((error: unknown) => ({
      done: false as const,
      why: error instanceof Error ? error.message : String(error),
    }));
    if (outcome.done) return outcome.result;
    last = outcome.why;
    await new Promise((resume) => setTimeout(resume, Math.min(250 * (attempt + 1), 2_000)));
  }
  return err(last);
}

/** The same, told on the terminal. */
export async function approveAloud(
  options: ApproverOptions,
  approvalId: string,
  say: (line: string) => void,
): Promise<void> {
  const outcome = await approve(options, approvalId);
  if (!outcome.ok) console.error(`     The service account could not decide: ${outcome.failure}`);
  else say("     Decided by the service account “Demo approver (service)”, and recorded as a service.");
}

type Attempt =
  | { readonly done: true; readonly result: Result<void, string> }
  | { readonly done: false; readonly why: string };

const done = (result: Result<void, string>): Attempt => ({ done: true, result });
const again = (why: string): Attempt => ({ done: false, why });

async function tryApprove(options: ApproverOptions, approvalId: string): Promise<Attempt> {
  const detail = await call(options, api.approval(approvalId));
  if (detail.status >= 500) return again(`HTTP ${detail.status}`);
  if (detail.status !== 200) return done(err(`reading the approval: HTTP ${detail.status} ${reasonOf(detail.body)}`));
  const known = detailSchema.safeParse(detail.body);
  if (!known.success) return done(err("the approval was served in a form that this program does not know"));
  const { state } = known.data.item;
  // Our own earlier decision, whose answer got lost.
  if (state === "approved" || state === "consumed") return done(ok(undefined));
  if (state !== "pending") return done(err(`the approval is ${state} already`));
  const { served } = known.data;
  if (served === null) return again("no view was served");
  if (served.action === null) return done(err("the action holds secrets that are not served; a person must decide"));
  const [viewDigest, actionDigest] = [digestOf(served.view), digestOf(served.action)];
  if (viewDigest !== served.viewDigest || actionDigest !== served.actionDigest) {
    return done(err("the served bytes do not have the digests that the server names"));
  }
  const decision = await call(options, api.decision(approvalId), {
    verdict: "approve",
    reason: "Approved by the demo's service account.",
    revision: served.revision,
    action_digest: actionDigest,
    view_digest: viewDigest,
    ...(options.extendsIntent && known.data.extension?.whyOnce === null ? { grant: { scope: "session" } } : {}),
  });
  // A conflict is looked at again: the next reading says what came of it.
  if (decision.status >= 500 || decision.status === 409)
    return again(`HTTP ${decision.status} ${reasonOf(decision.body)}`);
  if (decision.status === 200) return done(ok(undefined));
  return done(err(`deciding: HTTP ${decision.status} ${reasonOf(decision.body)}`));
}

/** `sha256:` and hex over the canonical form of the text. */
function digestOf(text: string): string | null {
  const read = readJsonText(text);
  return read.ok ? `sha256:${toHex(nodeCrypto.sha256(canonicalBytes(read.value)))}` : null;
}

async function call(
  { consoleUrl, token }: ApproverOptions,
  path: string,
  body?: Record<string, unknown>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${consoleUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: "manual",
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, body: await response.json().catch(() => null) };
}

function reasonOf(body: unknown): string {
  const shape = z.looseObject({ error: z.looseObject({ reason: z.string(), message: z.string().optional() }) });
  const parsed = shape.safeParse(body);
  return parsed.success ? `${parsed.data.error.reason}: ${parsed.data.error.message ?? ""}` : "";
}

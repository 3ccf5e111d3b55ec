/** The service account's part: reads the approval as served, checks both digests against the bytes, decides by the public API. */
import { z } from "zod";
import { api } from "../../console/routes";
import { toHex } from "../../core/encoding";
import { canonicalBytes } from "../../core/json/canonical";
import { readJsonText } from "../../core/json/read";
import { err, ok, type Result } from "../../core/result";
import { nodeCrypto } from "../../server/crypto-node";

const servedSchema = z.looseObject({
  view: z.string(),
  view_digest: z.string(),
  action: z.string().nullable(),
  action_digest: z.string(),
  revision: z.number(),
  state: z.string(),
});

export interface ApproverOptions {
  readonly consoleUrl: string;
  readonly token: string;
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

type Attempt =
  | { readonly done: true; readonly result: Result<void, string> }
  | { readonly done: false; readonly why: string };

const done = (result: Result<void, string>): Attempt => ({ done: true, result });
const again = (why: string): Attempt => ({ done: false, why });

async function tryApprove(options: ApproverOptions, approvalId: string): Promise<Attempt> {
  const detail = await call(options, api.approval(approvalId));
  if (detail.status >= 500) return again(`HTTP ${detail.status}`);
  if (detail.status !== 200) return done(err(`reading the approval: HTTP ${detail.status} ${reasonOf(detail.body)}`));
  const served = servedSchema.safeParse(servedPart(detail.body));
  if (!served.success) return done(err("the approval was served in a form that this program does not know"));
  const { view, action, revision, state } = served.data;
  // Our own earlier decision, whose answer got lost.
  if (state === "approved" || state === "consumed") return done(ok(undefined));
  if (state !== "pending") return done(err(`the approval is ${state} already`));
  if (action === null) return done(err("the action holds secrets that are not served; a person must decide"));
  const [viewDigest, actionDigest] = [digestOf(view), digestOf(action)];
  if (viewDigest !== served.data.view_digest || actionDigest !== served.data.action_digest) {
    return done(err("the served bytes do not have the digests that the server names"));
  }
  const decision = await call(options, api.decision(approvalId), {
    verdict: "approve",
    reason: "Approved by the demo's service account.",
    revision,
    action_digest: actionDigest,
    view_digest: viewDigest,
  });
  if (decision.status >= 500) return again(`HTTP ${decision.status}`);
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

/** The served view stands at the top or under `served`, beside what else the page shows. */
function servedPart(body: unknown): unknown {
  return typeof body === "object" && body !== null && "served" in body ? body.served : body;
}

function reasonOf(body: unknown): string {
  const shape = z.looseObject({ error: z.looseObject({ reason: z.string(), message: z.string().optional() }) });
  const parsed = shape.safeParse(body);
  return parsed.success ? `${parsed.data.error.reason}: ${parsed.data.error.message ?? ""}` : "";
}

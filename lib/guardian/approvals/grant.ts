/** A person's extension of the session's Intent (ACS §8.4, W§6): what is proposed, and what a grant may be given for. */

import { memberAt } from "../../core/json/build";
import { escalationTerms } from "../../core/policy/escalation";
import type { ParadigmSettings } from "../../core/policy/paradigms";
import type { Finding, IntentExtension } from "../../core/policy/types";
import { err, ok, type Result } from "../../core/result";
import type { IntentGrant, SessionContext } from "../../core/session/context";
import { grantIntent, isStrict } from "../../core/session/intent";
import { contextOf } from "../contexts";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow, NewVote, SessionSnapshot } from "../ports";
import { readObject } from "./edits";
import { readFindings } from "./findings";

export type GrantScope = IntentExtension["scope"];

const DEFAULT_MAX_EXTENSIONS = 5;

/** What the rules of an item would add to the Intent; null where none would. */
export const proposedExtension = (findings: readonly Finding[]): IntentExtension | null =>
  escalationTerms(findings).intent_extension ?? null;

export interface GrantFailure {
  readonly reason: "grant_invalid";
  readonly message: string;
}

const invalid = (message: string) => err({ reason: "grant_invalid" as const, message });

/** The context with the grant, or why the session's Intent is not extended. */
export function grantedContext(
  context: SessionContext,
  grant: IntentGrant,
  paradigms: ParadigmSettings,
): Result<SessionContext, GrantFailure> {
  const { intent } = context;
  if (grant.capabilities.length === 0) return invalid("nothing is proposed that could be granted");
  if (intent === null) return invalid("the session has no Intent to extend");
  if (isStrict(intent)) return invalid("the session's Intent is strict: policy alone decides beyond it");
  const most = paradigms.ibac?.max_extensions ?? DEFAULT_MAX_EXTENSIONS;
  if (intent.grants.length >= most) return invalid("the session's Intent has been extended as often as it may be");
  const granted = grantIntent(context, grant);
  return granted === context ? invalid("the session's Intent holds no more") : ok(granted);
}

/** The scope that a vote was given for; without a word about it, this request alone. */
export const scopeOf = (vote: Pick<NewVote, "statement">): GrantScope =>
  memberAt(readObject(vote.statement), "grant", "scope") === "session" ? "session" : "this_request";

/** A grant that a vote asks for, with the context that it would make. */
export interface Granting {
  readonly extension: IntentExtension;
  readonly entryId: string;
  readonly context: SessionContext;
}

export interface GrantInput {
  readonly row: ApprovalRow;
  readonly snapshot: SessionSnapshot;
  readonly approver: string;
}

/** Checked before the vote is taken: nobody votes for a grant that could not be given. */
export async function grantingOf(deps: GuardianDeps, input: GrantInput): Promise<Result<Granting, GrantFailure>> {
  const { row, snapshot, approver } = input;
  const extension = proposedExtension(readFindings(row.findings));
  if (extension === null) return invalid("this item proposes no extension of the Intent");
  const policy = await deps.store.policy(row.tenantId);
  const bundle = policy === null ? null : deps.engine.load(policy);
  if (!bundle?.ok) return invalid("policy cannot be read");
  const entryId = `${row.requestId}/intent_extension`;
  const grant = { capabilities: extension.capabilities, approval_id: row.id, approver, entry_id: entryId };
  const context = grantedContext(contextOf(snapshot.session), grant, bundle.value.paradigms);
  return context.ok ? ok({ extension, entryId, context: context.value }) : context;
}

/** What an approval's findings say beyond their reasons: why it is deferred, and what it could add to the Intent. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { deferTerms, escalationTerms } from "../../core/policy/escalation";
import type { Finding } from "../../core/policy/types";
import type { Deferral, Extension } from "../../core/read-models/approvals";
import { readStored } from "../../core/read-models/shown";
import type { SessionContext } from "../../core/session/context";
import { isStrict } from "../../core/session/intent";
import { parseContext } from "../../core/session/stored";

interface Escalated {
  readonly kind: string;
  readonly findings: string;
  readonly sessionKey: string;
}

interface Escalation {
  readonly deferral: Deferral | null;
  readonly extension: Extension | null;
}

export async function escalationOf(prisma: PrismaClient, row: Escalated): Promise<Escalation> {
  const stored = readStored(row.findings);
  const findings = Array.isArray(stored) ? (stored as unknown as readonly Finding[]) : [];
  const lifted = findings.filter(({ disposition }) => disposition === "ask" || disposition === "defer");
  if (lifted.length === 0) return { deferral: null, extension: null };
  const proposed = escalationTerms(findings).intent_extension;
  const session = proposed
    ? await prisma.session.findUnique({ where: { key: row.sessionKey }, select: { context: true } })
    : null;
  return {
    deferral: row.kind === "defer" ? deferralOf(findings) : null,
    extension: proposed
      ? { capabilities: proposed.capabilities, whyOnce: whyOnce(contextOf(session?.context ?? "")) }
      : null,
  };
}

function deferralOf(findings: readonly Finding[]): Deferral {
  const terms = deferTerms(findings);
  return {
    reason: terms.reason,
    method: terms.method,
    timeoutDecision: terms.timeout_decision,
    requiredContext: terms.required_context,
  };
}

function contextOf(text: string): SessionContext | null {
  const read = parseContext(text);
  return read.ok ? read.value : null;
}

/** The server judges it again with the cap of the bundle. */
function whyOnce(context: SessionContext | null): string | null {
  if (!context?.intent) return "The session has no intent that could be extended.";
  return isStrict(context.intent) ? "The session's intent is strict: it is not extended." : null;
}

/** Codes, policy references and digests of a step. */
import Link from "next/link";
import { DigestChip } from "@/components/domain/digest-chip";
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import { routes } from "@/lib/console/routes";
import { isJsonObject, type JsonValue } from "@/lib/core/json/value";
import type { StepDetail } from "@/lib/core/read-models/sessions";
import { readStored } from "@/lib/core/read-models/shown";

export function StepFacts({ sessionKey, step }: { sessionKey: string; step: StepDetail }) {
  const references = policyReferences(step.response?.text ?? null);
  const { row } = step;
  return (
    <div className="mt-3 border-t pt-3">
      <Facts>
        <Fact name="Method">
          <code className="text-12">{row.stepType}</code>
        </Fact>
        {step.reasonCodes.length > 0 ? (
          <Fact name="Reason codes">
            {step.reasonCodes.map((code) => (
              <code key={code} className="mr-2 text-12">
                {code}
              </code>
            ))}
          </Fact>
        ) : null}
        {references.length > 0 ? (
          <Fact name="Policy">
            {references.map((reference) => (
              <span key={reference} className="mr-2 font-mono text-12">
                <VisibleText text={reference} />
              </span>
            ))}
          </Fact>
        ) : null}
        {row.approvalId === null ? null : (
          <Fact name="Approval">
            <Link href={routes.approval(row.approvalId)} className="text-accent hover:underline">
              Open the item
            </Link>
          </Fact>
        )}
        {row.turnId === null ? null : (
          <Fact name="Turn">
            <VisibleText text={row.turnId} className="font-mono text-12" />
          </Fact>
        )}
        <Fact name="Request id">
          <code className="text-12">{row.stepId}</code>
        </Fact>
        {step.resultOf === null ? null : (
          <Fact name="Result of">
            <code className="text-12">{step.resultOf}</code>
          </Fact>
        )}
        <Digests sessionKey={sessionKey} step={step} />
      </Facts>
    </div>
  );
}

const Digests = ({ sessionKey, step }: { sessionKey: string; step: StepDetail }) => (
  <>
    {step.actionDigest === null ? null : (
      <Fact name="Action digest">
        <DigestChip digest={step.actionDigest} name="action digest" />
      </Fact>
    )}
    <Fact name="Entry hash">
      <DigestChip digest={step.entryHash} name="entry hash" href={routes.session(sessionKey, "chain")} />
    </Fact>
    <Fact name="Follows">
      {step.previousHash === "" ? (
        "nothing: first entry"
      ) : (
        <DigestChip digest={step.previousHash} name="previous hash" />
      )}
    </Fact>
    {step.bundleDigest === null ? null : (
      <Fact name="Policy bundle">
        <DigestChip digest={step.bundleDigest} name="bundle digest" href={routes.policies()} />
      </Fact>
    )}
  </>
);

/** Rule or policy ids of the answer, in its order. */
function policyReferences(response: string | null): readonly string[] {
  const value = response === null ? null : readStored(response);
  const result = isJsonObject(value) ? value.result : undefined;
  const references = isJsonObject(result) ? result.policy_references : undefined;
  if (!Array.isArray(references)) return [];
  const names = references.map((reference: JsonValue) =>
    isJsonObject(reference) ? (reference.rule_id ?? reference.policy_id ?? reference.policy_name) : undefined,
  );
  return [...new Set(names.filter((name): name is string => typeof name === "string"))];
}

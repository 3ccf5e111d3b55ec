/** What one record says, in words: verdict, composition, every guard's verdict, identities, its place in its chain. */
import { DigestChip } from "@/components/domain/digest-chip";
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import { formatInstant, plural } from "@/lib/console/format";
import { outcomeWord } from "@/lib/console/record-words";
import { type HostRecord, parseRecord } from "@/lib/core/agent-hooks/record";
import { member } from "@/lib/core/json/build";
import type { RecordDetail } from "@/lib/core/read-models/host-records";
import { readStored } from "@/lib/core/read-models/shown";
import { GuardVerdicts } from "./guard-verdicts";
import { VerdictBadge } from "./verdict-badge";

/** Null when the stored text is no record: the chain of records is then broken, and says so. */
export function recordOf(detail: RecordDetail): HostRecord | null {
  const stored = member(readStored(detail.content) ?? undefined, "record");
  const parsed = stored === undefined ? null : parseRecord(stored);
  return parsed?.ok ? parsed.value : null;
}

export function RecordFacts({ detail }: { detail: RecordDetail }) {
  const record = recordOf(detail);
  if (record === null) {
    return <p className="mt-2 text-13 text-deny">The stored record cannot be read: it was altered after it came in.</p>;
  }
  return (
    <div className="mt-3">
      <Facts>
        <Fact name="The action">{outcomeWord(detail.row)}</Fact>
        <Fact name="Verdict">
          <VerdictBadge value={record.verdict.decision} />
        </Fact>
        <VerdictWords record={record} />
        <Fact name="Mode">{record.mode === "enforce" ? "Enforce" : "Evaluate only: nothing is enforced"}</Fact>
        {record.resolved_by === undefined ? null : (
          <Fact name="Resolved by">{record.resolved_by === "approval" ? "An approval" : "A rejection"}</Fact>
        )}
        {record.tool === undefined ? null : (
          <Fact name="Tool">
            <VisibleText text={record.tool} className="font-mono text-12" /> <NameBadge name={record.tool} />
          </Fact>
        )}
        <Fact name="Composition">
          <code className="text-12">{compositionWords(record)}</code>
          {record.fold_truncated ? <span className="text-ink-2">; some guards were not asked</span> : null}
        </Fact>
        <Fact name="Emission">
          {record.sequence < 0 ? "number unknown" : `number ${record.sequence}`}
          {record.timestamp === undefined ? null : (
            <>
              , at <VisibleText text={record.timestamp} className="font-mono text-12" />
            </>
          )}
        </Fact>
        <Identities record={record} />
        <Place detail={detail} />
      </Facts>
      <GuardVerdicts record={record} />
    </div>
  );
}

const VerdictWords = ({ record: { verdict } }: { record: HostRecord }) => (
  <>
    {verdict.reason === undefined ? null : (
      <Fact name="Reason">
        <VisibleText text={verdict.reason} className="font-mono text-12" />
      </Fact>
    )}
    {verdict.message === undefined ? null : (
      <Fact name="Message">
        <VisibleText text={verdict.message} block />
      </Fact>
    )}
    {verdict.warnings?.length ? (
      <Fact name={plural(verdict.warnings.length, "warning")}>
        {verdict.warnings.map(({ reason, message }) => (
          <span key={`${reason} ${message}`} className="block">
            {reason === undefined ? null : <VisibleText text={reason} className="mr-2 font-mono text-12" />}
            {message === undefined ? null : <VisibleText text={message} />}
          </span>
        ))}
      </Fact>
    ) : null}
    {verdict.result_labels?.length ? (
      <Fact name="Labels of the result">
        <VisibleText text={verdict.result_labels.join(", ")} className="font-mono text-12" />
      </Fact>
    ) : null}
    {verdict.transform === undefined ? null : (
      <Fact name="Rewritten at">
        <VisibleText text={verdict.transform.path} className="font-mono text-12" />
      </Fact>
    )}
  </>
);

function compositionWords({ composition }: HostRecord): string {
  const { profile, ...knobs } = composition;
  return [profile, ...Object.entries(knobs).map(([knob, value]) => `${knob} ${value}`)].join(", ");
}

function Identities({ record }: { record: HostRecord }) {
  const { input_identity: before, enforced_identity: after, identity_provider: provider } = record;
  if (provider === null) return <Fact name="Identity">Unbound: the host computes none</Fact>;
  return (
    <>
      <Fact name="Identity before">
        {before === null ? "none" : <Identity value={before} name="identity before" />}
      </Fact>
      <Fact name="Identity after">
        {after !== null && after === before ? (
          "the same: nothing was rewritten"
        ) : after === null ? (
          "none"
        ) : (
          <Identity value={after} name="identity after" />
        )}
      </Fact>
      <Fact name="Identity by">
        <VisibleText text={provider} className="font-mono text-12" />
      </Fact>
    </>
  );
}

const Identity = ({ value, name }: { value: string; name: string }) =>
  /^[\x21-\x7e]+$/.test(value) ? (
    <DigestChip digest={value} name={name} />
  ) : (
    <VisibleText text={value} className="font-mono text-12 break-all" />
  );

const Place = ({ detail }: { detail: RecordDetail }) => (
  <>
    <Fact name="Record">
      number {detail.row.seq}, received {formatInstant(detail.receivedAt)}
    </Fact>
    <Fact name="Record hash">
      <DigestChip digest={detail.recordHash} name="record hash" />
    </Fact>
    <Fact name="Follows">
      {detail.previousHash === "" ? (
        "nothing: first record"
      ) : (
        <DigestChip digest={detail.previousHash} name="previous record hash" />
      )}
    </Fact>
  </>
);

"use client";
/** What a decision is bound to: digests as this browser computed them, the bundle, the expiry, re-sends and votes. */
import { actorWords } from "@/components/domain/approval-state";
import { DigestChip } from "@/components/domain/digest-chip";
import { VisibleText } from "@/components/domain/visible-text";
import { Instant } from "@/components/shell/time";
import { Fact, Facts } from "@/components/ui/facts";
import { formatSeconds, plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { Drawn } from "@/lib/console/served-view";
import type { ApprovalDetail, ServedApproval } from "@/lib/core/read-models/approvals";
import { Block } from "./block";
import { HookContext } from "./hook-context";
import type { Editing } from "./use-editing";

interface BindingProps {
  readonly detail: ApprovalDetail;
  readonly drawn: Drawn | null;
  readonly served: ServedApproval | null;
  readonly editing: Editing;
  /** False until the browser itself has computed. */
  readonly checked: boolean;
}

export function BindingBlock({ detail, drawn, served, editing, checked }: BindingProps) {
  const check = (ok: boolean) => (checked ? (ok ? ("match" as const) : ("differ" as const)) : null);
  return (
    <Block title="Binding">
      <Facts>
        <Fact name="Action digest">
          <DigestChip
            digest={detail.effectiveDigest}
            name="action digest"
            check={drawn?.actionComputed ? check(drawn.actionDigest === detail.effectiveDigest) : null}
          />
          {drawn !== null && !drawn.actionComputed ? (
            <span className="block text-12 text-ink-3">
              The server&apos;s: it covers secret values that your browser is not given.
            </span>
          ) : null}
        </Fact>
        {editing.changes.length > 0 ? (
          <Fact name="With your edits">
            <DigestChip digest={editing.digest} name="digest of the edited action" check="match" />
          </Fact>
        ) : null}
        {detail.requestedDigest === detail.effectiveDigest ? null : (
          <Fact name="Asked for">
            <DigestChip digest={detail.requestedDigest} name="digest of the action asked for" />
          </Fact>
        )}
        {served === null ? null : (
          <Fact name="View digest">
            <DigestChip
              digest={served.viewDigest}
              name="view digest"
              check={check(drawn?.viewDigest === served.viewDigest)}
            />
          </Fact>
        )}
        {drawn?.view?.agent_hooks ? <HookContext hooks={drawn.view.agent_hooks} /> : null}
        <Standing detail={detail} />
      </Facts>
    </Block>
  );
}

function Standing({ detail }: { detail: ApprovalDetail }) {
  const { item } = detail;
  return (
    <>
      <Fact name="Policy bundle">
        <DigestChip digest={detail.bundleDigest} name="bundle digest" href={routes.policies()} />
      </Fact>
      <Fact name="Expires">
        <Instant at={item.expiresAt} />
        <span className="text-ink-3">
          {" "}
          {formatSeconds(Math.round((item.expiresAt - item.createdAt) / 1000))} after it was asked
        </span>
      </Fact>
      <Fact name="Asked again">{askedAgain(item.retries, item.attempt)}</Fact>
      <Fact name="Revision">
        <span data-tabular>{item.revision}</span>
      </Fact>
      {detail.votes.map((vote) => (
        <Fact key={vote.by.id} name={vote.verdict === "approve" ? "Approved by" : "Denied by"}>
          {actorWords(vote.by)}, <Instant at={vote.at} />
          {vote.reason ? (
            <q className="block text-ink-2">
              <VisibleText text={vote.reason} />
            </q>
          ) : null}
        </Fact>
      ))}
      {detail.receiptHash === null ? null : (
        <Fact name="Receipt">
          <DigestChip
            digest={`sha256:${detail.receiptHash}`}
            name="receipt hash"
            href={routes.session(item.sessionKey, "chain")}
          />
        </Fact>
      )}
    </>
  );
}

function askedAgain(retries: number, attempt: number): string {
  const sent = retries === 0 ? "Not re-sent while waiting" : `Re-sent ${plural(retries, "time")} while waiting`;
  return attempt > 1 ? `${sent}. An earlier item for the same action expired.` : sent;
}

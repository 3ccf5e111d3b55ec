/** The Intent as it was fixed, and every extension with the person behind it. */
import { Lock } from "lucide-react";
import Link from "next/link";
import { actorWords } from "@/components/domain/approval-state";
import { VisibleText } from "@/components/domain/visible-text";
import { Value } from "@/components/sessions/hooks/value";
import { CopyDigest } from "@/components/ui/copy-digest";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { routes } from "@/lib/console/routes";
import type { SessionStory, StoryGrant } from "@/lib/core/read-models/session-story";
import { CapabilityTable } from "./capability-table";
import { RevokeGrant } from "./revoke-grant";
import { StepLink } from "./step-link";

export function IntentSection({ sessionKey, story }: { sessionKey: string; story: SessionStory }) {
  const { intent } = story;
  const isLive = story.family.some(({ key, state }) => key === sessionKey && state === "open");
  return (
    <Section title="Intent">
      <div className="px-4 pb-5">
        {intent === null ? (
          <p className="text-13 text-ink-2">
            No step declared one{story.policyMode === null ? "" : `, under policy mode ${story.policyMode}`}. Rules that
            compare with an intent have nothing to compare with here.
          </p>
        ) : (
          <>
            {intent.raw === null ? null : (
              <blockquote className="border-l-2 border-accent pl-3">
                <Value value={intent.raw} name="the intent" />
              </blockquote>
            )}
            <div className="mt-3">
              <Facts>
                <Fact name="Fixed by">
                  <StepLink sessionKey={sessionKey} seq={intent.seq} />
                  <span className="ml-2 inline-flex items-center gap-1 text-12 text-ink-3">
                    <Lock aria-hidden size={12} /> only a person can widen it
                  </span>
                </Fact>
                {intent.scopeMode === null ? null : (
                  <Fact name="Scope mode">
                    <VisibleText text={intent.scopeMode} />
                  </Fact>
                )}
                {story.policyMode === null ? null : (
                  <Fact name="Policy mode">
                    <VisibleText text={story.policyMode} />
                  </Fact>
                )}
                {intent.digest === "" ? null : (
                  <Fact name="Digest">
                    <CopyDigest digest={intent.digest} name="intent digest" />
                  </Fact>
                )}
              </Facts>
            </div>
            <h3 className="mt-4 text-12 font-medium text-ink-2">Declared capabilities</h3>
            {intent.parsed.length === 0 ? (
              <p className="mt-1 text-13 text-ink-3">None named: nothing is restricted by this intent.</p>
            ) : (
              <CapabilityTable label="Declared capabilities" items={intent.parsed} />
            )}
            <h3 className="mt-4 text-12 font-medium text-ink-2">Extended by people</h3>
            {intent.grants.length === 0 ? <p className="mt-1 text-13 text-ink-3">Nobody extended it.</p> : null}
            {intent.grants.map((grant, index) => (
              <Grant
                key={`${index.toString()}-${grant.approvalId}`}
                sessionKey={sessionKey}
                grant={grant}
                isLive={isLive}
              />
            ))}
          </>
        )}
      </div>
    </Section>
  );
}

interface GrantProps {
  sessionKey: string;
  grant: StoryGrant;
  /** The session is open: there is something to take back. */
  isLive: boolean;
}

const Grant = ({ sessionKey, grant, isLive }: GrantProps) => (
  <div className="mt-2 border-l-2 border-ask pl-3">
    <p className="text-13">
      <VisibleText text={actorWords(grant.by)} className="font-medium" />,{" "}
      <StepLink sessionKey={sessionKey} seq={grant.seq} />,{" "}
      <Link href={routes.approval(grant.approvalId)} className="text-accent underline">
        the item
      </Link>
    </p>
    <CapabilityTable label="Granted capabilities" items={grant.capabilities} />
    {isLive ? <RevokeGrant sessionKey={sessionKey} approvalId={grant.approvalId} /> : null}
  </div>
);

/** The active policy bundle, to be read: what is allowed, asked, denied, and why. */
import { FileLock2 } from "lucide-react";
import type { Metadata } from "next";
import { HostRuleList } from "@/components/policies/host-rule-list";
import { RuleList } from "@/components/policies/rule-list";
import { Page } from "@/components/shell/page";
import { RefreshOn } from "@/components/shell/refresh-on";
import { Instant } from "@/components/shell/time";
import { CopyDigest } from "@/components/ui/copy-digest";
import { EmptyState } from "@/components/ui/empty-state";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { formatSeconds, plural } from "@/lib/console/format";
import type { ActivePolicy, PolicyAnswer } from "@/lib/core/read-models/admin";
import { readPolicy } from "@/lib/server/admin-views";
import { requirePerson } from "@/lib/server/request";

export const metadata: Metadata = { title: "Policies" };

const TOPICS = ["policy"];

export default async function PoliciesPage() {
  const viewer = await requirePerson("policy.read");
  const answer = await readPolicy(viewer);
  return (
    <Page title="Policies">
      <RefreshOn topics={TOPICS} />
      <Content answer={answer} />
    </Page>
  );
}

function Content({ answer }: { answer: PolicyAnswer }) {
  if (answer.kind === "none") {
    return (
      <EmptyState icon={<FileLock2 size={24} />} title="No policy bundle is active">
        Without one, every step is denied. The first start of the server publishes the default bundle.
      </EmptyState>
    );
  }
  if (answer.kind === "unreadable") {
    return (
      <div className="p-4">
        <Notice tone="error" title="The active bundle cannot be read">
          <p>{answer.message}</p>
          <p>Until it is replaced, every step is denied. Bundle {answer.digest}.</p>
        </Notice>
      </div>
    );
  }
  return (
    <>
      <BundleFacts policy={answer.policy} />
      <Section
        title={`${answer.policy.rules.length} policies`}
        description="All of them judge every step that they apply to. The strictest word wins: deny, ask, defer, modify, allow."
      >
        <RuleList rules={answer.policy.rules} />
      </Section>
      {answer.policy.hostRules.length === 0 ? null : (
        <Section
          title={plural(answer.policy.hostRules.length, "host rule")}
          description="Agent Hooks hosts apply these themselves: at model calls, which ACS has no hook for, and before they ask at the other points. Deny before transform before allow. A * stands for letters, digits, _ and -."
        >
          <HostRuleList rules={answer.policy.hostRules} />
        </Section>
      )}
    </>
  );
}

function BundleFacts({ policy }: { policy: ActivePolicy }) {
  const { settings } = policy;
  return (
    <div className="border-b px-4 py-4">
      <Facts>
        <Fact name="Bundle">
          {policy.name}, version {policy.version}
        </Fact>
        <Fact name="Digest">
          <CopyDigest digest={policy.digest} name="bundle digest" />
        </Fact>
        <Fact name="Published">
          <Instant at={policy.publishedAt} /> by {policy.publishedBy ?? "the first start"}
        </Fact>
        <Fact name="Policy epoch">
          <span data-tabular>{policy.epoch}</span>
          <span className="text-ink-3"> (moves with every publication; decisions of an older one are made again)</span>
        </Fact>
        <Fact name="Unless a rule says otherwise">
          people have {formatSeconds(settings.ask_timeout_s)} to decide, an approval is used within{" "}
          {formatSeconds(settings.use_within_s)}, a deferral ends after {formatSeconds(settings.defer_timeout_s)}
        </Fact>
      </Facts>
    </div>
  );
}

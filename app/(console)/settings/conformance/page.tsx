/** Conformance: what is claimed of ACS and by which check, what is not and why, and the postures in force. */
import type { Metadata } from "next";
import { ClaimSummary } from "@/components/conformance/claim-summary";
import { OpenRows } from "@/components/conformance/open-rows";
import { PostureTable } from "@/components/conformance/posture-table";
import { ProfileSection } from "@/components/conformance/profile-section";
import { SettingsTabs } from "@/components/settings/settings-tabs";
import { Page } from "@/components/shell/page";
import { RefreshOn } from "@/components/shell/refresh-on";
import { readPostures, shippedClaim } from "@/lib/server/conformance-views";
import { requirePerson } from "@/lib/server/request";

export const metadata: Metadata = { title: "Conformance" };

const TOPICS = ["agents", "sessions"];

export default async function ConformancePage() {
  const viewer = await requirePerson("agents.read");
  const claim = shippedClaim();
  const postures = await readPostures(viewer);
  const profiles = [...new Set(claim.rows.map(({ profile }) => profile))];
  return (
    <Page title="Settings" tabs={<SettingsTabs />}>
      <RefreshOn topics={TOPICS} />
      <ClaimSummary claim={claim} />
      <PostureTable postures={postures} />
      <OpenRows claim={claim} />
      {profiles.map((profile) => (
        <ProfileSection key={profile} profile={profile} claim={claim} />
      ))}
    </Page>
  );
}

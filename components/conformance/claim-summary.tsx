/** The claim in short: of what, when, against which build, and what it does not say. */
import { Instant } from "@/components/shell/time";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { type AcsClaim, type ClaimStanding, standingOf } from "@/lib/core/read-models/acs-claim";

const STANDINGS: readonly ClaimStanding[] = ["exercised", "failed", "not claimed", "not established"];

export function ClaimSummary({ claim }: { claim: AcsClaim }) {
  const standings = claim.rows.map(standingOf);
  const counts = STANDINGS.map((name) => `${standings.filter((is) => is === name).length} ${name}`);
  return (
    <div className="grid gap-4 border-b px-4 py-4">
      <Notice tone="warning" title="Conformance is no proof that a person authorised anything">
        A fully automated set-up can conform and leave a complete chain. Whether a person, an agent or a service
        answered stands at each approval, in the session's timeline and in its evidence.
      </Notice>
      <Facts>
        <Fact name="Standard">{claim.standard}</Fact>
        <Fact name="Claim">
          {claim.rows.length} rows: {counts.join(", ")}
        </Fact>
        <Fact name="Made">
          <Instant at={Date.parse(claim.made_at)} /> against {claim.build}, over {claim.ways.join(", ")}
        </Fact>
        <Fact name="By">
          <code className="font-mono text-12">npm run conformance:acs</code>, which anybody can run again. The standard
          certifies nobody: this is our own word, with a check for each row.
        </Fact>
      </Facts>
    </div>
  );
}

/** One ban as it stands. */
import { VisibleText } from "@/components/domain/visible-text";
import { Instant } from "@/components/shell/time";
import { CopyDigest } from "@/components/ui/copy-digest";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { BanItem } from "@/lib/core/read-models/bans";
import { BanState } from "./ban-state";
import { BanWords } from "./ban-words";

export const BanFacts = ({ ban }: { ban: BanItem }) => (
  <Section title="As it stands">
    <div className="px-4 pb-5">
      <p className="mb-3 max-w-[100ch] text-16">
        <BanWords terms={ban.terms} />
      </p>
      <Facts>
        <Fact name="Stands">
          <BanState state={ban.state} />
        </Fact>
        <Fact name="Why">
          <VisibleText text={ban.terms.reason} />
        </Fact>
        {ban.terms.digest === null ? null : (
          <Fact name="Digest">
            <CopyDigest digest={ban.terms.digest} name="digest" />
          </Fact>
        )}
        <Fact name="Until">{ban.terms.expiresAt === null ? "for good" : <Instant at={ban.terms.expiresAt} />}</Fact>
        {ban.revokedAt === null ? null : (
          <Fact name="Lifted">
            <Instant at={ban.revokedAt} />
          </Fact>
        )}
        <Fact name="Made">
          <Instant at={ban.createdAt} />
          {ban.createdBy === null ? null : (
            <>
              {" "}
              by <VisibleText text={ban.createdBy} />
            </>
          )}
        </Fact>
      </Facts>
    </div>
  </Section>
);

/** Skills that are loaded now, each by the digest that was approved. */
import { ChevronRight } from "lucide-react";
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { CopyDigest } from "@/components/ui/copy-digest";
import { Section } from "@/components/ui/section";
import type { SessionStory } from "@/lib/core/read-models/session-story";
import { StepLink } from "./step-link";

export const SkillSection = ({ sessionKey, story: { skills } }: { sessionKey: string; story: SessionStory }) => (
  <Section title="Loaded skills">
    <div className="px-4 pb-5">
      {skills.length === 0 ? <p className="text-13 text-ink-2">None is loaded.</p> : null}
      <ul>
        {skills.map((skill, index) => (
          <li key={`${index.toString()}-${skill.skillId}`} className="border-t py-2 text-13 first:border-t-0">
            <span className="flex flex-wrap items-center gap-x-3">
              <VisibleText text={skill.skillId} className="font-medium break-all" />
              <NameBadge name={skill.skillId} short />
              <span className="inline-flex items-center gap-1 text-12 text-ink-3">
                <VisibleText text={skill.algorithm} />
                <CopyDigest digest={skill.value} name="skill digest" />
              </span>
              <span className="ml-auto text-12">
                <StepLink sessionKey={sessionKey} seq={skill.seq} />
              </span>
            </span>
            {skill.loadPath.length < 2 ? null : (
              <ol className="mt-0.5 flex flex-wrap items-center gap-1 text-12 text-ink-2" aria-label="Load path">
                {skill.loadPath.map((id, at) => (
                  <li key={`${at.toString()}-${id}`} className="inline-flex items-center gap-1">
                    {at === 0 ? null : <ChevronRight aria-hidden size={12} className="text-ink-3" />}
                    <VisibleText text={id} className="font-mono break-all" />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </div>
  </Section>
);

"use client";
/** What the session was for, who widened that, what it started and loaded, and where its data came from. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { SkeletonRows } from "@/components/ui/skeleton";
import { sessionStory } from "@/lib/console/story-queries";
import { IntentSection } from "./intent-section";
import { LineageSection } from "./lineage-section";
import { SkillSection } from "./skill-section";
import { SubagentSection } from "./subagent-section";
import { SummarySection } from "./summary-section";
import { TurnSection } from "./turn-section";

export function StoryView({ sessionKey, nodes }: { sessionKey: string; nodes: readonly string[] }) {
  const query = useQuery(sessionStory(sessionKey));
  const story = query.data;
  if (story === undefined) {
    return query.isError ? (
      <div className="p-4">
        <Notice
          tone="error"
          title="This could not be read"
          action={<Button onClick={() => query.refetch()}>Try again</Button>}
        >
          {query.error.message}
        </Notice>
      </div>
    ) : (
      <SkeletonRows rows={8} columns={["w-40", "w-64"]} />
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {story.readable ? null : (
        <div className="px-4 pt-4">
          <Notice tone="error" title="The stored context of this session cannot be read">
            What stands here is empty for that reason and says nothing about the session. The chain is not affected.
          </Notice>
        </div>
      )}
      <div className="grid grid-cols-2 max-lg:grid-cols-1">
        <div className="min-w-0 lg:border-r">
          <IntentSection sessionKey={sessionKey} story={story} />
          <SubagentSection sessionKey={sessionKey} story={story} />
        </div>
        <div className="min-w-0 max-lg:border-t">
          <SummarySection sessionKey={sessionKey} story={story} />
          <TurnSection story={story} />
          <SkillSection sessionKey={sessionKey} story={story} />
        </div>
      </div>
      <div className="border-t">
        <LineageSection sessionKey={sessionKey} nodes={nodes} />
      </div>
    </div>
  );
}

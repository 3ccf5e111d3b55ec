/** Where a turn begins and ends (W§12.3, W§12.18). */
import { Facts } from "@/components/ui/facts";
import type { JsonObject } from "@/lib/core/json/value";
import { Code, Count, type HookPlace, Part, Slot, Word } from "./parts";
import { number, text, words } from "./payload";

export const TurnBody = ({ place, payload }: { place: HookPlace; payload: JsonObject }) => (
  <Part title="Turn">
    <Facts>
      <Code name="Turn" value={text(payload.turn_id)} />
      <Code name="Inside" value={text(payload.parent_turn_id)} />
      <Word name="Triggered by" value={words(payload.triggered_by)} />
      <Word name="Outcome" value={words(payload.outcome)} />
      <Count name="Steps, as the agent counts" value={number(payload.step_count)} />
      <Count name="Tool calls, as it counts" value={number(payload.tool_call_count)} />
    </Facts>
    {payload.summary === undefined ? null : (
      <div className="mt-2">
        <Slot place={place} slot={payload.summary} name="the summary" />
      </div>
    )}
  </Part>
);

/** What is compacted, and the lineage that the summary keeps (W§12.11, W§12.12). */
import { Facts } from "@/components/ui/facts";
import { plural } from "@/lib/console/format";
import type { JsonObject } from "@/lib/core/json/value";
import { Digest } from "./digest";
import { Count, type HookPlace, Names, Part, Slot, StepRef, Word } from "./parts";
import { list, number, object, text, texts, words } from "./payload";

const SHOWN = 100;

export function CompactionBody({ place, payload }: { place: HookPlace; payload: JsonObject }) {
  const after = object(payload.summary);
  const entries = texts(payload.entries_to_compact ?? payload.entries_compacted);
  const lineage = texts(object(after?.provenance)?.derived_from);
  return (
    <>
      <Part title="Compaction">
        <Facts>
          <Word name="Triggered by" value={words(payload.triggered_by)} />
          <Count name="Tokens before" value={number(payload.estimated_input_tokens)} />
          <Count name="Tokens wanted" value={number(payload.target_summary_tokens)} />
          <Count name="Lineage depth after" value={number(payload.lineage_depth_after)} />
          <Digest name="Head before" value={text(payload.pre_compact_chain_hash)} />
          <Digest
            name="Head after, as claimed"
            value={text(payload.post_compact_chain_hash)}
            note="The sender cannot know it; the chain decides."
          />
        </Facts>
      </Part>
      {after === null ? null : (
        <Part title="Summary" aside={plural(list(object(after.provenance)?.derived_from).length, "source")}>
          <Slot place={place} slot={after} name="the summary" />
          {lineage.length === 0 ? null : (
            <div className="mt-2">
              <p className="mb-1 text-12 text-ink-3">Keeps the lineage of</p>
              <Names values={lineage} />
            </div>
          )}
        </Part>
      )}
      <Part title="Compacted entries" aside={String(entries.length)}>
        <ol className="flex flex-wrap gap-x-3 gap-y-1 text-13">
          {entries.slice(0, SHOWN).map((id, index) => (
            <li key={`${index.toString()}-${id}`} className="min-w-0">
              <StepRef place={place} id={id} />
            </li>
          ))}
          {entries.length > SHOWN ? <li className="text-12 text-ink-3">and {entries.length - SHOWN} more</li> : null}
        </ol>
      </Part>
    </>
  );
}

/** Words between user and agent, block by block (W§12.4, W§12.5). */
import type { JsonObject } from "@/lib/core/json/value";
import { type HookPlace, Part, Provenance, Slot } from "./parts";
import { list, object, text } from "./payload";
import { Value } from "./value";

export function MessageBody({ place, payload }: { place: HookPlace; payload: JsonObject }) {
  const items = list(payload.content);
  return (
    <>
      {items.map((item, index) => {
        const block = object(item);
        const type = text(block?.type) ?? "block";
        return (
          <Part
            key={`${index.toString()}-${type}`}
            title={items.length === 1 ? kindWord(type) : `${index + 1}. ${kindWord(type)}`}
            aside={<Provenance place={place} value={block?.provenance} />}
          >
            <Value value={block?.value} name={kindWord(type).toLowerCase()} />
          </Part>
        );
      })}
      {payload.reasoning === undefined ? null : (
        <Part title="Reasoning">
          <Slot place={place} slot={payload.reasoning} name="reasoning" />
        </Part>
      )}
    </>
  );
}

const kindWord = (type: string): string =>
  ({ text: "Text", image: "Image", audio: "Audio", file: "File" })[type] ?? "Content";

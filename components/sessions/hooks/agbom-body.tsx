/** The agent's own bill of materials, declared or changed at this step (W§13). */
import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { VisibleText } from "@/components/domain/visible-text";
import { Facts } from "@/components/ui/facts";
import { TYPE_WORDS } from "@/lib/console/agbom-picture";
import { routes } from "@/lib/console/routes";
import type { JsonObject, JsonValue } from "@/lib/core/json/value";
import { documentOf } from "@/lib/core/read-models/hook-subject";
import { Digest } from "./digest";
import { type HookPlace, Part, Word } from "./parts";
import { list, object, text } from "./payload";

const SHOWN = 80;

export function AgbomBody({ place, payload }: { place: HookPlace; payload: JsonObject }) {
  const document = documentOf(payload);
  const changes = object(payload.diff) ?? object(payload.changes) ?? payload;
  const parts = [
    { title: "Declared", items: list(document.components) },
    { title: "Added", items: list(changes.added) },
    { title: "Changed", items: list(changes.changed) },
    { title: "Removed", items: list(changes.removed) },
  ].filter(({ items }) => items.length > 0);
  const agent = object(document.agent);
  return (
    <>
      <Part
        title="AgBOM"
        aside={
          <Link
            href={routes.session(place.sessionKey, "agbom")}
            className="inline-flex items-center gap-1 text-accent hover:underline"
          >
            As it stands now <ArrowRight aria-hidden size={12} />
          </Link>
        }
      >
        <Facts>
          <Word name="Reason" value={text(payload.reason) ?? text(payload.change_reason)} />
          <Word name="Agent" value={text(agent?.agent_id) ?? text(agent?.id)} />
          <Word name="Made at" value={text(document.generated_at)} />
          <Digest name="Claimed hash" value={text(document.agbom_hash)} />
        </Facts>
      </Part>
      {parts.map(({ title, items }) => (
        <Part key={title} title={title} aside={String(items.length)}>
          <ul>
            {items.slice(0, SHOWN).map((item, index) => (
              <Component key={index.toString()} item={item} />
            ))}
            {items.length > SHOWN ? <li className="py-1 text-12 text-ink-3">and {items.length - SHOWN} more</li> : null}
          </ul>
        </Part>
      ))}
    </>
  );
}

const WORDS: { readonly [type: string]: { readonly one: string } | undefined } = TYPE_WORDS;
const kindOf = (type: string | null): string =>
  type === null ? "component" : Object.hasOwn(WORDS, type) ? (WORDS[type]?.one ?? type) : type.replaceAll("_", " ");

/** A component, or the id of one that is gone. */
function Component({ item }: { item: JsonValue }) {
  const component = object(item);
  const id = component === null ? text(item) : text(component.id);
  return (
    <li className="grid grid-cols-[120px_1fr] gap-x-3 border-b py-1 text-12 last:border-b-0">
      <span className="truncate text-ink-3">{kindOf(text(component?.type))}</span>
      <span className="min-w-0 break-all">
        <VisibleText text={text(component?.name) ?? id ?? "unnamed"} className="font-medium" />{" "}
        <VisibleText text={text(component?.version) ?? ""} className="text-ink-2" />
        {id === null ? null : <VisibleText text={id} className="block font-mono text-ink-3" />}
      </span>
    </li>
  );
}

/** An Intent as declared (W§11): its words, its mode, its capabilities. */
import { VisibleText } from "@/components/domain/visible-text";
import type { JsonObject, JsonValue } from "@/lib/core/json/value";
import { list, object, text } from "./payload";
import { Value } from "./value";

export function IntentFacts({ intent }: { intent: JsonObject }) {
  const parsed = list(intent.parsed);
  const mode = text(intent.scope_mode);
  return (
    <div className="flex flex-col gap-2 text-13">
      {intent.raw === undefined ? null : <Value value={intent.raw} name="the intent" />}
      {mode === null ? null : (
        <p>
          Scope mode <VisibleText text={mode} className="font-medium" />
        </p>
      )}
      {parsed.length === 0 ? (
        <p className="text-12 text-ink-3">No capabilities named: nothing is restricted by this intent.</p>
      ) : (
        <Capabilities items={parsed} />
      )}
    </div>
  );
}

/** What is absent is not restricted. */
export const Capabilities = ({ items }: { items: readonly JsonValue[] }) => (
  <ul className="flex flex-col">
    {items.slice(0, 200).map((item, index) => (
      <li
        key={index.toString()}
        className="grid grid-cols-3 gap-x-3 border-b py-1 font-mono text-12 last:border-b-0 touch:grid-cols-1"
      >
        {typeof item === "string" ? (
          <span className="col-span-3 min-w-0 break-all">
            <VisibleText text={item} />
          </span>
        ) : (
          (["tool", "operation", "resource"] as const).map((member) => (
            <span key={member} className="min-w-0 break-all">
              {text(object(item)?.[member]) === null ? (
                <span className="font-sans text-ink-3">any {member}</span>
              ) : (
                <VisibleText text={text(object(item)?.[member]) ?? ""} />
              )}
            </span>
          ))
        )}
      </li>
    ))}
    {items.length > 200 ? <li className="py-1 text-12 text-ink-3">and {items.length - 200} more</li> : null}
  </ul>
);

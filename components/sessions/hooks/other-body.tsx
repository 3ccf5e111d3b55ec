/** A hook that this page has no words for: its members, one by one, nothing left out. */
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import type { JsonObject } from "@/lib/core/json/value";
import { type HookPlace, Part, Slot } from "./parts";

export function OtherBody({ place, payload }: { place: HookPlace; payload: JsonObject }) {
  const members = Object.entries(payload);
  if (members.length === 0) return null;
  return (
    <Part title="Payload">
      <Facts>
        {members.map(([name, value]) => (
          <Fact key={name} name={name.replaceAll("_", " ")}>
            <Slot place={place} slot={value} name={name} />
          </Fact>
        ))}
      </Facts>
      {members.some(([name]) => !/^[\x20-\x7e]*$/.test(name)) ? (
        <p className="mt-2 text-12 text-ink-3">
          Member names as sent: <VisibleText text={members.map(([name]) => name).join(", ")} />
        </p>
      ) : null}
    </Part>
  );
}

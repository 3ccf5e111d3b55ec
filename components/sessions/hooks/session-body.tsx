/** How a session, or a run of it, begins and ends (W§12.1, W§12.2, W§12.19). */
import { Fact, Facts } from "@/components/ui/facts";
import type { JsonObject } from "@/lib/core/json/value";
import { Digest } from "./digest";
import { IntentFacts } from "./intent-facts";
import { type HookPlace, Part, Provenance, Slot, Word } from "./parts";
import { object, text, words } from "./payload";
import { Value } from "./value";

export function SessionBody({ place, payload }: { place: HookPlace; payload: JsonObject }) {
  const intent = object(payload.intent);
  const context = object(payload.platform_context);
  return (
    <>
      <Part title="Facts">
        <Facts>
          <Word name="Triggered by" value={words(payload.trigger_type)} />
          <Word name="Ended because" value={words(payload.reason)} />
          <Word name="Policy mode" value={text(payload.policy_mode)} />
          {payload.trigger_source === undefined ? null : (
            <Fact name="Source">
              <Value value={payload.trigger_source} name="the source" />
            </Fact>
          )}
          {payload.user_identity === undefined ? null : (
            <Fact name="User">
              <Value value={payload.user_identity} name="the user" />
            </Fact>
          )}
          {Object.entries(context ?? {}).map(([name, value]) => (
            <Fact key={name} name={name.replaceAll("_", " ")}>
              <Value value={value} name={name} />
            </Fact>
          ))}
          <Digest name="Final head, as claimed" value={text(payload.final_chain_hash)} />
        </Facts>
      </Part>
      {intent === null ? null : (
        <Part title="Intent" aside={<Provenance place={place} value={intent.parser_provenance} />}>
          <IntentFacts intent={intent} />
        </Part>
      )}
      {payload.summary === undefined ? null : (
        <Part title="Summary">
          <Slot place={place} slot={payload.summary} name="the summary" />
        </Part>
      )}
    </>
  );
}

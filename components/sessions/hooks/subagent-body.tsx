/** A subagent with its own session, from the parent's side (W§12.13, W§12.14). */
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import type { JsonObject } from "@/lib/core/json/value";
import { Digest } from "./digest";
import { IntentFacts } from "./intent-facts";
import { Count, type HookPlace, Part, SessionRef, Slot, StepRef, Word } from "./parts";
import { number, object, text, words } from "./payload";

const DERIVATION: { readonly [derivation: string]: string } = {
  inherit_full: "the whole intent of its parent",
  inherit_subset: "a part of its parent's intent",
  derived_from_parent: "an intent derived from its parent's",
  fresh: "an intent of its own",
};

export function SubagentBody({ place, payload }: { place: HookPlace; payload: JsonObject }) {
  const child = text(payload.subagent_session_id);
  const parent = text(payload.parent_session_id);
  const parentStep = text(payload.parent_step_id);
  const descriptor = object(payload.subagent_descriptor);
  const derivation = text(payload.intent_derivation);
  const intent = object(payload.subagent_intent);
  return (
    <>
      <Part title="Subagent">
        <Facts>
          <Word name="Name" value={text(descriptor?.agent_name) ?? text(descriptor?.name)} />
          {child === null ? null : (
            <Fact name="Its session">
              <SessionRef place={place} id={child} />
            </Fact>
          )}
          {parent === null ? null : (
            <Fact name="Parent session">
              <SessionRef place={place} id={parent} />
            </Fact>
          )}
          {parentStep === null ? null : (
            <Fact name="Started at">
              <StepRef place={place} id={parentStep} />
            </Fact>
          )}
          {derivation === null ? null : (
            <Fact name="Carries">
              <VisibleText text={DERIVATION[derivation] ?? derivation} />
            </Fact>
          )}
          <Word name="Outcome" value={words(payload.outcome)} />
          <Count name="Steps" value={number(payload.subagent_step_count)} />
          <Digest name="Its final head" value={text(payload.final_chain_hash)} />
        </Facts>
      </Part>
      {intent === null ? null : (
        <Part title="Its intent">
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

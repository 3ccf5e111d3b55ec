/** A skill made known, loaded or put away; a skill is what its digest says, not what its name says (W§12.15 to W§12.17). */
import { ChevronRight } from "lucide-react";
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import type { JsonObject } from "@/lib/core/json/value";
import { Digest } from "./digest";
import { type HookPlace, Names, Part, Provenance, StepRef, Word } from "./parts";
import { list, object, text, texts, words } from "./payload";

const COMPOSITION = ["tools", "mcp_servers", "a2a_peers", "models", "composed_skills"] as const;

export function SkillBody({ place, payload }: { place: HookPlace; payload: JsonObject }) {
  const definition = object(payload.definition);
  const digest = object(payload.digest) ?? object(definition?.digest);
  const id = text(payload.skill_id);
  const composition = object(payload.composition);
  return (
    <>
      <Part title="Skill" aside={<Provenance place={place} value={payload.registration_provenance} />}>
        <Facts>
          {id === null ? null : (
            <Fact name="Skill">
              <VisibleText text={id} className="font-mono" /> <NameBadge name={id} />
            </Fact>
          )}
          <Digest
            name={text(digest?.algorithm) ?? "Digest"}
            value={text(digest?.value)}
            note={payload.digest_verified === true ? "The agent says that it checked this." : undefined}
          />
          <Word name="From" value={text(definition?.ref)} />
          <Word name="Loaded by" value={words(payload.load_trigger)} />
          <Word name="Put away because" value={words(payload.reason)} />
          <Word name="Replaced by" value={text(payload.replaced_by)} />
          <Registration place={place} payload={payload} />
          {payload.declared_capabilities === undefined ? null : (
            <Fact name="Declares">
              <Names values={texts(payload.declared_capabilities)} none="no capability" />
            </Fact>
          )}
        </Facts>
      </Part>
      <LoadPath place={place} payload={payload} />
      {composition === null ? null : (
        <Part title="Made of">
          <Facts>
            {COMPOSITION.filter((kind) => list(composition[kind]).length > 0).map((kind) => (
              <Fact key={kind} name={kind.replaceAll("_", " ")}>
                <Names values={texts(composition[kind])} />
              </Fact>
            ))}
          </Facts>
        </Part>
      )}
    </>
  );
}

function Registration({ place, payload }: { place: HookPlace; payload: JsonObject }) {
  const ref = text(payload.registration_ref);
  const parent = text(payload.parent_step_id);
  return (
    <>
      {ref === null ? null : (
        <Fact name="Registered at">
          <StepRef place={place} id={ref} />
        </Fact>
      )}
      {parent === null ? null : (
        <Fact name="Loaded within">
          <StepRef place={place} id={parent} />
        </Fact>
      )}
    </>
  );
}

/** Root first; the last one is the skill itself. */
function LoadPath({ place, payload }: { place: HookPlace; payload: JsonObject }) {
  const path = list(payload.load_path).map((item) => (typeof item === "string" ? { skill_id: item } : object(item)));
  if (path.length === 0) return null;
  return (
    <Part title="Load path">
      <ol className="flex flex-wrap items-center gap-1 text-13">
        {path.slice(0, 64).map((item, index) => (
          <li key={index.toString()} className="flex min-w-0 items-center gap-1">
            {index === 0 ? null : <ChevronRight aria-hidden size={12} className="text-ink-3" />}
            <VisibleText text={text(item?.skill_id) ?? "unnamed"} className="font-mono text-12 break-all" />
            {text(item?.step_id) === null ? null : <StepRef place={place} id={text(item?.step_id) ?? ""} />}
          </li>
        ))}
      </ol>
    </Part>
  );
}

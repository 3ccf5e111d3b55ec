/** What bans and the AgBOM say about one step, before anything is made of it: read by the findings and by the notes. */
import { member } from "../json/build";
import type { RuleInput } from "../policy/types";
import type { ComponentUse, DeclaredComponent } from "../session/context";
import { isAgbomMethod } from "./apply";
import type { Ban } from "./ban";
import { type BanHitOn, hitsOf } from "./bans";
import { agbomBody } from "./document";
import type { AgbomComponent } from "./schema";
import { type Subject, subjectOfComponent, subjectsOfUse } from "./subject";
import { usesOf } from "./uses";

export type BanInput = RuleInput & { readonly bans: readonly Ban[] };

/** A use with what the AgBOM declares under its name. */
export interface SeenUse {
  readonly use: ComponentUse;
  readonly declared: readonly DeclaredComponent[];
  /** What it declared before and took back: bans still reach through it. */
  readonly former: readonly DeclaredComponent[];
}

/** The uses of the step, in the order in which the knowledge answers them. */
export function seenUses(input: BanInput): readonly SeenUse[] {
  const uses = usesOf(input.step.method, input.payload, input.metadata);
  const { components, former_components: former = [] } = input.knowledge;
  return uses.map((use, index) => ({ use, declared: components[index] ?? [], former: former[index] ?? [] }));
}

/** Declared by this step, or used at it. */
export function subjectsOf(input: BanInput): readonly Subject[] {
  if (isAgbomMethod(input.step.method)) return declaredNow(input).map((component) => subjectOfComponent(component));
  return seenUses(input).flatMap(({ use, declared, former }) =>
    subjectsOfUse(use, declared.length > 0 ? declared : former),
  );
}

export const banHits = (input: BanInput): readonly BanHitOn[] => hitsOf(input.bans, subjectsOf(input), input.now);

/** Every component that the step brings, wherever in the payload it stands. */
function declaredNow(input: BanInput): readonly AgbomComponent[] {
  const body = agbomBody(input.payload);
  return ["components", "added", "changed"].flatMap((list) => {
    const items = member(body, list);
    return Array.isArray(items) ? (items as readonly AgbomComponent[]) : [];
  });
}

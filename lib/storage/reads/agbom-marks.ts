/** What stands against the parts of a session's AgBOM: bans, by themselves or through the server that holds them. */
import type { Ban } from "../../core/agbom/ban";
import { hitsOf } from "../../core/agbom/bans";
import type { AgbomComponent } from "../../core/agbom/schema";
import type { Subject } from "../../core/agbom/subject";
import { lookUpKeys } from "../../core/agbom/uses";
import type { BanMark, ComponentUseItem } from "../../core/read-models/agbom";
import type { ComponentUse, DeclaredComponent } from "../../core/session/context";
import { boundedKey } from "../text";

export interface Part {
  readonly componentId: string;
  readonly type: string;
  readonly nameKey: string;
  readonly content: string;
  readonly component: AgbomComponent;
  readonly changed: boolean;
  readonly declaredSeq: number;
  readonly changedSeq: number;
  readonly removedSeq: number | null;
}

export interface Context {
  readonly query: { readonly bans: readonly Ban[]; readonly now: number };
  readonly declared: readonly Part[];
  readonly holders: ReadonlyMap<string, readonly Part[]>;
}

/** A server that is banned marks its tools; what a capability or skill is made of does not mark its parts. */
export function holdersOf(
  declared: readonly Part[],
  members: readonly { readonly memberId: string; readonly holderId: string }[],
): ReadonlyMap<string, readonly Part[]> {
  const servers = new Map(
    declared.filter((part) => part.type === "mcp_server").map((part) => [part.componentId, part]),
  );
  const found = new Map<string, Part[]>();
  for (const { memberId, holderId } of members) {
    const server = servers.get(holderId);
    if (server) found.set(memberId, [...(found.get(memberId) ?? []), server]);
  }
  return found;
}

/** What is only not comparable by its kind is left out for what stands there through something else. */
export function marks({ bans, now }: Context["query"], subjects: readonly Subject[]): readonly BanMark[] {
  const byBan = new Map<string, BanMark>();
  for (const { ban, subject, verdict } of hitsOf(bans, subjects, now)) {
    const isTold = verdict.kind === "matched" || verdict.named || subject.through === null;
    const known = byBan.get(ban.id);
    if (!isTold || known?.notChecked === null) continue;
    const notChecked = verdict.kind === "matched" ? null : verdict.why;
    byBan.set(ban.id, { banId: ban.id, reason: ban.reason, notChecked });
  }
  return [...byBan.values()];
}

export function declaredFor(use: ComponentUse, { declared, holders }: Context): readonly DeclaredComponent[] {
  const keys = new Set(lookUpKeys(use).map(boundedKey));
  const fitting = declared.filter(
    (part) => part.type === use.type && (keys.has(part.nameKey) || part.component.id === use.id),
  );
  return fitting.map((part) => {
    const held = holders.get(part.componentId) ?? [];
    return {
      component: part.component,
      held_by: held.map((holder) => holder.component.id),
      holders: held.map((holder) => ({ component: holder.component, changed: holder.changed })),
      changed: part.changed,
    };
  });
}

export interface UseCount {
  readonly uses: number;
  readonly lastSeq: number;
  readonly atLeast: boolean;
}

/** By type and comparable name. */
export function countUses(uses: readonly ComponentUseItem[]): ReadonlyMap<string, UseCount> {
  const found = new Map<string, UseCount>();
  for (const use of uses) {
    for (const key of lookUpKeys(use as ComponentUse)) {
      const name = `${use.type} ${boundedKey(key)}`;
      const known = found.get(name) ?? { uses: 0, lastSeq: 0, atLeast: false };
      found.set(name, {
        uses: known.uses + use.uses,
        lastSeq: Math.max(known.lastSeq, use.lastSeq),
        atLeast: known.atLeast || use.atLeast === true,
      });
    }
  }
  return found;
}

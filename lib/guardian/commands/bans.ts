/**
 * Banning components. Every change moves the policy epoch in its own transaction, so that the next step of every session
 * is judged by it, and a step that was judged before but is not committed yet is judged again.
 */
import { type BanTerms, banOf, parseBanInput } from "../../core/admin/ban-input";
import { banListText, MAX_IMPORT, parseBanList } from "../../core/admin/ban-list";
import type { CommandFailure } from "../../core/admin/failure";
import type { BanPreview } from "../../core/read-models/bans";
import { err, ok, type Result } from "../../core/result";
import type { Actor, CommandDeps } from "./actor";
import type { AdminTx, StoredBan } from "./admin-store";

/** More than this many in force would make every decision slow. */
const MAX_BANS = 10_000;

/** `input` is the form: see BanTerms. */
export async function createBan(
  deps: CommandDeps,
  actor: Actor,
  input: unknown,
): Promise<Result<{ readonly id: string }, CommandFailure>> {
  const terms = parseBanInput(input);
  if (!terms.ok) return terms;
  return changing(deps, actor, (tx) => insertBan(deps, tx, { terms: terms.value, by: actor.id }));
}

/** The same from the machine itself, where nobody is signed in: recorded as the Guardian's own act. */
export async function createBanAsGuardian(
  deps: CommandDeps,
  tenantId: string,
  input: unknown,
): Promise<Result<{ readonly id: string }, CommandFailure>> {
  const terms = parseBanInput(input);
  if (!terms.ok) return terms;
  return deps.admin.asGuardian(tenantId, (tx) =>
    inForce(tx, () => insertBan(deps, tx, { terms: terms.value, by: null })),
  );
}

async function insertBan(
  deps: CommandDeps,
  tx: AdminTx,
  { terms, by }: { readonly terms: BanTerms; readonly by: string | null },
): Promise<Result<{ readonly id: string }, CommandFailure>> {
  const failure = (await roomFailure(tx, 1)) ?? (await pastFailure(tx, terms));
  if (failure) return err(failure);
  const id = deps.ids.uuid();
  await tx.insertBans([{ id, terms }], by);
  await tx.audit({ action: "ban.created", subject: `ban:${id}`, detail: { ...terms } });
  return ok({ id });
}

/** `revision` is the one that the form was drawn from. A ban that is over or revoked stays as it was. */
export async function editBan(
  deps: CommandDeps,
  actor: Actor,
  input: { readonly id: string; readonly revision: number; readonly terms: unknown },
): Promise<Result<void, CommandFailure>> {
  const terms = parseBanInput(input.terms);
  if (!terms.ok) return terms;
  return withBan(deps, actor, input.id, async (tx, ban) => {
    if (ban.revision !== input.revision) return err(STALE);
    const failure = await pastFailure(tx, terms.value);
    if (failure) return err(failure);
    await tx.updateBan(ban.id, terms.value);
    const detail = { before: ban.terms, after: terms.value };
    await tx.audit({ action: "ban.changed", subject: `ban:${ban.id}`, detail });
    return ok(undefined);
  });
}

/** Ends it now. To let it end later, edit its `expiresAt`. */
export function revokeBan(
  deps: CommandDeps,
  actor: Actor,
  input: { readonly id: string; readonly revision: number },
): Promise<Result<void, CommandFailure>> {
  return withBan(deps, actor, input.id, async (tx, ban) => {
    if (ban.revision !== input.revision) return err(STALE);
    await tx.revokeBan(ban.id);
    await tx.audit({ action: "ban.revoked", subject: `ban:${ban.id}`, detail: { ...ban.terms } });
    return ok(undefined);
  });
}

/** All of the file or none. What is banned already with the same terms is left alone; what is over is skipped. */
export async function importBans(
  deps: CommandDeps,
  actor: Actor,
  text: string,
): Promise<Result<{ readonly created: number; readonly known: number; readonly over: number }, CommandFailure>> {
  const list = parseBanList(text);
  if (!list.ok) return list;
  return changing(deps, actor, async (tx) => {
    const now = await tx.databaseNow();
    const known = new Set((await tx.bansInForce()).map(termsKey));
    const live = list.value.filter((terms) => terms.expiresAt === null || terms.expiresAt > now);
    const fresh = new Map(live.filter((terms) => !known.has(termsKey(terms))).map((terms) => [termsKey(terms), terms]));
    const failure = await roomFailure(tx, fresh.size);
    if (failure) return err(failure);
    const bans = [...fresh.values()].map((terms) => ({ id: deps.ids.uuid(), terms }));
    if (bans.length > 0) await tx.insertBans(bans, actor.id);
    const counts = { created: bans.length, known: live.length - bans.length, over: list.value.length - live.length };
    await tx.audit({
      action: "ban.imported",
      subject: "bans",
      detail: { ...counts, ids: bans.slice(0, 100).map(({ id }) => id) },
    });
    return ok(counts);
  });
}

/** The bans in force as a file that importBans takes. */
export function exportBans(
  deps: CommandDeps,
  actor: Actor,
): Promise<Result<{ readonly text: string }, CommandFailure>> {
  return deps.admin.change(actor, "bans.read", async (tx) => {
    const bans = await tx.bansInForce();
    const exportedAt = new Date(await tx.databaseNow()).toISOString();
    await tx.audit({ action: "ban.exported", subject: "bans", detail: { bans: bans.length } });
    return ok({ text: banListText({ exportedAt, bans }) });
  });
}

/** What the ban would hit if it were in force now. Changes nothing; that it was asked stands in the trail. */
export async function previewBan(
  deps: CommandDeps,
  actor: Actor,
  input: unknown,
): Promise<Result<BanPreview, CommandFailure>> {
  const terms = parseBanInput(input);
  if (!terms.ok) return terms;
  return deps.admin.change(actor, "bans.manage", async (tx) => {
    const preview = await tx.previewBan(banOf("preview", { ...terms.value, expiresAt: null }));
    const { sessions, components, approvals } = preview;
    const counts = { sessions: sessions.count, components: components.count, approvals: approvals.count };
    await tx.audit({ action: "ban.previewed", subject: "bans", detail: { ...terms.value, ...counts } });
    return ok(preview);
  });
}

const STALE: CommandFailure = {
  kind: "conflict",
  message: "Somebody changed this ban in the meantime. Load the page again.",
};

/** Runs a change as the actor. */
function changing<T>(
  deps: CommandDeps,
  actor: Actor,
  work: (tx: AdminTx) => Promise<Result<T, CommandFailure>>,
): Promise<Result<T, CommandFailure>> {
  return deps.admin.change(actor, "bans.manage", (tx) => inForce(tx, () => work(tx)));
}

/** After a change: moves the epoch, tells the live feed. */
async function inForce<T>(
  tx: AdminTx,
  work: () => Promise<Result<T, CommandFailure>>,
): Promise<Result<T, CommandFailure>> {
  const result = await work();
  if (!result.ok) return result;
  await tx.movePolicyEpoch();
  await tx.event({ topic: "bans" });
  await tx.event({ topic: "policy" });
  return result;
}

function withBan(
  deps: CommandDeps,
  actor: Actor,
  id: string,
  work: (tx: AdminTx, ban: StoredBan) => Promise<Result<void, CommandFailure>>,
): Promise<Result<void, CommandFailure>> {
  return changing(deps, actor, async (tx) => {
    const ban = await tx.lockBan(id);
    if (!ban) return err({ kind: "not_found", message: "There is no such ban." });
    if (ban.revoked) return err({ kind: "conflict", message: "This ban is revoked already." });
    if (ban.expired) return err({ kind: "conflict", message: "This ban is over already. Make a new one." });
    return work(tx, ban);
  });
}

async function roomFailure(tx: AdminTx, more: number): Promise<CommandFailure | null> {
  if ((await tx.countBans()) + more <= MAX_BANS) return null;
  return {
    kind: "limited",
    message: `At most ${MAX_BANS} bans at a time. Revoke some, or import at most ${MAX_IMPORT}.`,
  };
}

async function pastFailure(tx: AdminTx, terms: BanTerms): Promise<CommandFailure | null> {
  if (terms.expiresAt === null || terms.expiresAt > (await tx.databaseNow())) return null;
  return { kind: "invalid", field: "expiresAt", message: "Give a date in the future, or leave it empty." };
}

const termsKey = ({ reason: _, ...terms }: BanTerms): string => JSON.stringify(Object.entries(terms).sort());

"use server";
/** Bans: each action checks the person, runs one command, returns its outcome. */
import { createBan, editBan, importBans, previewBan, revokeBan } from "@/lib/guardian/commands/bans";
import { asActor } from "@/lib/server/act";
import { requireActionPerson } from "@/lib/server/request";

const admin = () => requireActionPerson("bans.manage");

export async function createBanAction(terms: unknown) {
  return asActor(await admin(), (deps, actor) => createBan(deps, actor, terms));
}

export async function editBanAction(input: { id: string; revision: number; terms: unknown }) {
  const change = { id: String(input?.id), revision: Number(input?.revision), terms: input?.terms };
  return asActor(await admin(), (deps, actor) => editBan(deps, actor, change));
}

export async function revokeBanAction(input: { id: string; revision: number }) {
  const order = { id: String(input?.id), revision: Number(input?.revision) };
  return asActor(await admin(), (deps, actor) => revokeBan(deps, actor, order));
}

export async function importBansAction(text: string) {
  return asActor(await admin(), (deps, actor) => importBans(deps, actor, String(text)));
}

export async function previewBanAction(terms: unknown) {
  return asActor(await admin(), (deps, actor) => previewBan(deps, actor, terms));
}

"use server";
/** People and service accounts: each action checks the person, runs one command, returns its outcome. */
import { routes } from "@/lib/console/routes";
import { ok } from "@/lib/core/result";
import {
  changeAccess,
  disablePerson,
  enablePerson,
  invitePerson,
  renewInvitation,
} from "@/lib/guardian/commands/people";
import { createServiceAccount, replaceServiceToken } from "@/lib/guardian/commands/service-accounts";
import { asActor } from "@/lib/server/act";
import { consoleUrl } from "@/lib/server/env";
import { requireActionPerson } from "@/lib/server/request";

const admin = () => requireActionPerson("people.manage");

const linkFor = (invited: { readonly personId: string; readonly token: string }) => ({
  personId: invited.personId,
  link: consoleUrl() + routes.invitation(invited.token),
});

interface Access {
  roles: readonly string[];
  groups: readonly string[];
}

export async function inviteAction(input: Access & { name: string; email: string }) {
  const result = await asActor(await admin(), (deps, actor) => invitePerson(deps, actor, { ...input }));
  return result.ok ? ok(linkFor(result.value)) : result;
}

export async function inviteAgainAction(personId: string) {
  const result = await asActor(await admin(), (deps, actor) => renewInvitation(deps, actor, String(personId)));
  return result.ok ? ok(linkFor(result.value)) : result;
}

export async function changeAccessAction(input: Access & { personId: string; revision: number }) {
  const change = { ...input, personId: String(input?.personId), revision: Number(input?.revision) };
  return asActor(await admin(), (deps, actor) => changeAccess(deps, actor, change));
}

export async function disablePersonAction(personId: string) {
  return asActor(await admin(), (deps, actor) => disablePerson(deps, actor, String(personId)));
}

export async function enablePersonAction(personId: string) {
  return asActor(await admin(), (deps, actor) => enablePerson(deps, actor, String(personId)));
}

export async function createServiceAction(input: Access & { name: string }) {
  return asActor(await admin(), (deps, actor) => createServiceAccount(deps, actor, { ...input }));
}

export async function replaceTokenAction(personId: string) {
  return asActor(await admin(), (deps, actor) => replaceServiceToken(deps, actor, String(personId)));
}

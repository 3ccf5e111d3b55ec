/** The ways in: set-up link, set-up, invitations, and proving a password. */
import type { Pool } from "pg";
import { routes } from "../console/routes";
import type { CommandFailure } from "../core/admin/failure";
import { parseEmail } from "../core/admin/person-input";
import type { Result } from "../core/result";
import { acceptInvitation, type FirstPerson, makeSetupToken, setUp } from "../guardian/commands/invitations";
import { openSignIn, recordRefusedSignIn } from "../guardian/commands/sign-in";
import { hashToken } from "../guardian/commands/tokens";
import { forgetAttempt, noteAttempt } from "../storage/admin/sign-in-attempts";
import { basicDeps, commandDepsOf } from "./commands";
import type { Container } from "./container";
import { nodeCrypto } from "./crypto-node";
import { hashPassword, isRightPassword } from "./password";

export const TENANT = "default";

/** Path of the one-time set-up link while nobody has an account, else null. Links of earlier starts stop working. */
export async function ensureSetupLink(pool: Pool): Promise<string | null> {
  const token = await makeSetupToken(basicDeps(pool), TENANT);
  return token === null ? null : routes.setup(token);
}

type World = Pick<Container, "pool" | "keyring" | "clock" | "prisma">;

export const makeFirstPerson = (
  world: World,
  input: FirstPerson,
): Promise<Result<{ personId: string }, CommandFailure>> =>
  setUp(commandDepsOf(world), TENANT, { ...input, hashPassword });

export const joinByInvitation = (
  world: World,
  input: Omit<FirstPerson, "email">,
): Promise<Result<{ personId: string; email: string }, CommandFailure>> =>
  acceptInvitation(commandDepsOf(world), TENANT, { ...input, hashPassword });

export interface OpenLink {
  readonly kind: "setup" | "invite";
  readonly person: { readonly email: string; readonly name: string; readonly roles: readonly string[] } | null;
}

/** What a link leads to, without using it up; null for one that is used, over or unknown. Reads only. */
export async function openLink(world: World, token: string, kind: OpenLink["kind"]): Promise<OpenLink | null> {
  const { prisma, clock } = world;
  const invite = await prisma.invite.findUnique({ where: { tokenHash: hashToken({ crypto: nodeCrypto }, token) } });
  if (!invite || invite.kind !== kind || invite.usedAt !== null || invite.expiresAt.getTime() <= clock.now())
    return null;
  if (kind === "setup") return { kind, person: null };
  const person = invite.personId ? await prisma.person.findUnique({ where: { id: invite.personId } }) : null;
  if (person?.state !== "invited") return null;
  return { kind, person: { email: person.email, name: person.name, roles: person.roles } };
}

/** Failures within the window after which an attempt is not judged any more. */
export const ATTEMPT_LIMITS = { windowS: 15 * 60, byBoth: 8, byAccount: 25, byAddress: 60 } as const;

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string | null;
}

export type SignInOutcome =
  | { readonly kind: "opened"; readonly personId: string; readonly signInId: string }
  | { readonly kind: "refused" }
  | { readonly kind: "limited"; readonly minutes: number };

/** One answer and the same work for a wrong password, an unknown address and a disabled account. */
export async function signIn(world: World, request: SignInRequest): Promise<SignInOutcome> {
  const email = parseEmail(request.email);
  const typed = email.ok ? email.value : request.email.trim().toLowerCase().slice(0, 320);
  const account = hashToken({ crypto: nodeCrypto }, `${TENANT} ${typed}`);
  const key = { tenantId: TENANT, account, address: request.address };
  const attempt = await noteAttempt(world.pool, key, ATTEMPT_LIMITS.windowS);
  const { byBoth, byAccount, byAddress, windowS } = ATTEMPT_LIMITS;
  if (attempt.byBoth > byBoth || attempt.byAccount > byAccount || attempt.byAddress > byAddress) {
    await forgetAttempt(world.pool, attempt.id);
    return { kind: "limited", minutes: Math.ceil(windowS / 60) };
  }
  const outcome = await prove(world, email.ok ? email.value : null, request);
  if (outcome.kind === "opened") await forgetAttempt(world.pool, attempt.id);
  return outcome;
}

async function prove(world: World, email: string | null, request: SignInRequest): Promise<SignInOutcome> {
  const person =
    email === null
      ? null
      : await world.prisma.person.findUnique({ where: { tenantId_email: { tenantId: TENANT, email } } });
  const hash = person?.kind === "person" ? person.passwordHash : null;
  const isRight = await isRightPassword(request.password.slice(0, 1024), hash);
  const deps = commandDepsOf(world);
  if (!person || hash === null || !isRight || person.state !== "active") {
    const why = isRight ? "state" : "password";
    if (person) await recordRefusedSignIn(deps, { tenantId: TENANT, personId: person.id, why });
    return { kind: "refused" };
  }
  const proven = { personId: person.id, tenantId: TENANT, passwordHash: hash, userAgent: request.userAgent };
  const opened = await openSignIn(deps, proven);
  return opened.ok ? { kind: "opened", personId: person.id, signInId: opened.value } : { kind: "refused" };
}

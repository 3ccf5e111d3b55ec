/** Who is asking: the person or service account behind a request, as the database has it at this moment. */
import { createHash } from "node:crypto";
import { can, type Permission } from "../core/access";
import { type Container, container } from "./container";
import { signInIdOf } from "./sign-in-cookie";

export interface Viewer {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly name: string;
  readonly kind: "person" | "service";
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly revision: number;
  /** Null for service accounts, which have a token and no sign-in. */
  readonly signInId: string | null;
}

export const viewerCan = (viewer: Viewer, permission: Permission): boolean => can(viewer.roles, permission);

interface PersonFacts {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly name: string;
  readonly kind: string;
  readonly roles: string[];
  readonly groups: string[];
  readonly revision: number;
  readonly state: string;
}

const viewerFrom = (person: PersonFacts, signInId: string | null): Viewer | null =>
  person.state === "active"
    ? {
        id: person.id,
        tenantId: person.tenantId,
        email: person.email,
        name: person.name,
        kind: person.kind === "service" ? "service" : "person",
        roles: person.roles,
        groups: person.groups,
        revision: person.revision,
        signInId,
      }
    : null;

/** The person behind a sign-in cookie: sign-in not ended, not over, person active. */
export async function viewerOfCookie(cookieValue: string | undefined): Promise<Viewer | null> {
  const signInId = await signInIdOf(cookieValue);
  return signInId === null ? null : viewerOfSignIn(signInId);
}

type World = Pick<Container, "prisma" | "clock">;

export const viewerOfSignIn = async (signInId: string): Promise<Viewer | null> =>
  viewerOfSignInIn(await container(), signInId);

export async function viewerOfSignInIn({ prisma, clock }: World, signInId: string): Promise<Viewer | null> {
  const signIn = await prisma.signIn.findUnique({ where: { id: signInId }, include: { person: true } });
  if (!signIn || signIn.endedAt !== null || signIn.expiresAt.getTime() <= clock.now()) return null;
  return signIn.person.kind === "person" ? viewerFrom(signIn.person, signInId) : null;
}

/** SHA-256 hex: tokens are 32 random bytes, so a plain hash is enough to keep them out of the database. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The service account behind `Authorization: Bearer …`. */
export const viewerOfBearer = async (authorization: string | null): Promise<Viewer | null> =>
  viewerOfBearerIn(await container(), authorization);

export async function viewerOfBearerIn(world: World, authorization: string | null): Promise<Viewer | null> {
  const token = /^Bearer ([\x21-\x7e]{20,200})$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) return null;
  const person = await world.prisma.person.findUnique({ where: { tokenHash: tokenHash(token) } });
  return person && person.kind === "service" ? viewerFrom(person, null) : null;
}

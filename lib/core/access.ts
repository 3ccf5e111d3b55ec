/** Who may do what: the one table from role to permission. Pages, routes, actions and commands all ask it. */

export const ROLES = ["approver", "analyst", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = [
  "approvals.read",
  "approvals.decide",
  "approvals.reroute",
  "sessions.read",
  "evidence.export",
  "agents.read",
  "agents.manage",
  "people.manage",
  "policy.read",
  "policy.manage",
  "bans.read",
  "bans.manage",
  "audit.read",
  "account.manage",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const GRANTS: { readonly [role in Role]: readonly Permission[] } = {
  approver: [
    "approvals.read",
    "approvals.decide",
    "approvals.reroute",
    "sessions.read",
    "policy.read",
    "bans.read",
    "account.manage",
  ],
  analyst: [
    "approvals.read",
    "sessions.read",
    "evidence.export",
    "agents.read",
    "policy.read",
    "bans.read",
    "audit.read",
    "account.manage",
  ],
  admin: [
    "approvals.read",
    "approvals.reroute",
    "sessions.read",
    "evidence.export",
    "agents.read",
    "agents.manage",
    "people.manage",
    "policy.read",
    "policy.manage",
    "bans.read",
    "bans.manage",
    "audit.read",
    "account.manage",
  ],
};

export const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value);

/** True when one of the roles grants the permission. Unknown roles grant nothing. */
export function can(roles: readonly string[], permission: Permission): boolean {
  return roles.some((role) => isRole(role) && GRANTS[role].includes(permission));
}

/** The permissions of a set of roles, in the order of `PERMISSIONS`. */
export function permissionsOf(roles: readonly string[]): readonly Permission[] {
  return PERMISSIONS.filter((permission) => can(roles, permission));
}

/** What a role is for, in words for people. */
export const ROLE_SUMMARY: { readonly [role in Role]: string } = {
  approver: "Decides what agents ask for.",
  analyst: "Reads sessions, chains and the audit trail, and exports evidence.",
  admin: "Manages agents, keys, people, policy and bans. Does not decide approvals.",
};

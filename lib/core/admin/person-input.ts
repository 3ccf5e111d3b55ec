/** What people type about people: addresses, names, passwords, roles, groups. */
import { isRole, type Role } from "../access";
import { GROUP_NAME } from "../policy/bundle";
import { err, ok, type Result } from "../result";
import type { CommandFailure } from "./failure";

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 256;
const MAX_GROUPS = 32;

const invalid = (field: string, message: string): Result<never, CommandFailure> =>
  err({ kind: "invalid", field, message });

/** One `@`, no blanks or control characters; kept in lower case, so that one person has one account. */
const EMAIL = /^[!-?A-~]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

export function parseEmail(value: unknown): Result<string, CommandFailure> {
  const email = typeof value === "string" ? value.trim().toLowerCase() : "";
  return EMAIL.test(email) ? ok(email) : invalid("email", "Give an e-mail address, such as ada@example.com.");
}

export function parseName(value: unknown): Result<string, CommandFailure> {
  const name = typeof value === "string" ? value.trim() : "";
  if (name === "") return invalid("name", "Give a name.");
  if (name.length > 100) return invalid("name", "At most 100 characters.");
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) ? invalid("name", "A name has no invisible characters.") : ok(name);
}

/** Length is what counts; nothing is demanded of its characters and nothing is trimmed. */
export function parsePassword(value: unknown): Result<string, CommandFailure> {
  const password = typeof value === "string" ? value : "";
  if ([...password].length < MIN_PASSWORD) return invalid("password", `At least ${MIN_PASSWORD} characters.`);
  if (password.length > MAX_PASSWORD) return invalid("password", `At most ${MAX_PASSWORD} characters.`);
  return ok(password);
}

export function parseRoles(value: unknown): Result<readonly Role[], CommandFailure> {
  const list = Array.isArray(value) ? value : [];
  const roles = [...new Set(list)].filter((role): role is Role => typeof role === "string" && isRole(role));
  if (list.length === 0 || roles.length === 0) return invalid("roles", "Choose at least one role.");
  return roles.length === new Set(list).size ? ok(roles) : invalid("roles", "One of these is not a role.");
}

export function parseGroups(value: unknown): Result<readonly string[], CommandFailure> {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const groups = [...new Set(list)].filter(
    (group): group is string => typeof group === "string" && GROUP_NAME.test(group),
  );
  if (groups.length !== new Set(list).size) {
    return invalid("groups", "A group is lower-case letters, digits and . _ - (at most 64).");
  }
  if (groups.includes("approvers"))
    return invalid("groups", "Everyone with the role approver is in “approvers” already.");
  return groups.length <= MAX_GROUPS ? ok(groups.sort()) : invalid("groups", `At most ${MAX_GROUPS} groups.`);
}

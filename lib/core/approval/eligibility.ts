/** Who may decide on an approval: current role and group, and never the asker's own side. */
import { err, ok, type Result } from "../result";

export interface DecidingPerson {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly state: "invited" | "active" | "disabled";
}

export interface EligibilityInput {
  readonly person: DecidingPerson;
  readonly approval: {
    /** One group, or several joined by commas: a person must be in all of them. */
    readonly approvers: string;
  };
  readonly session: {
    /** `metadata.user_context.user_id` of the session, if it named one. */
    readonly userId: string | null;
    /** Person who owns the agent. */
    readonly ownerId: string | null;
  };
  /** Default approve. A requester may still turn the own action down. */
  readonly verdict?: "approve" | "deny";
}

export type Ineligible = "not_active" | "not_approver" | "not_in_group" | "own_session" | "own_agent";

/** The sentence shown beside a disabled button. */
export const INELIGIBLE_TEXT: Readonly<Record<Ineligible, string>> = {
  not_active: "This account is not active.",
  not_approver: "Only people with the approver role decide.",
  not_in_group: "This decision belongs to another group of approvers.",
  own_session: "The agent acts for you in this session: somebody else has to approve.",
  own_agent: "You own this agent: somebody else has to approve.",
};

/** The group every active approver is in. */
export const EVERY_APPROVER = "approvers";

/** The groups named by an approval; never empty. */
export const approverGroups = (approvers: string): readonly string[] => approvers.split(",");

/** Names the first rule that stands in the way. */
export function mayDecide(input: EligibilityInput): Result<void, { readonly reason: Ineligible }> {
  const { person, approval, session } = input;
  if (person.state !== "active") return err({ reason: "not_active" });
  if (!person.roles.includes("approver")) return err({ reason: "not_approver" });
  const inGroup = (group: string): boolean => group === EVERY_APPROVER || person.groups.includes(group);
  if (!approverGroups(approval.approvers).every(inGroup)) return err({ reason: "not_in_group" });
  if (input.verdict === "deny") return ok(undefined);
  if (names(session.userId, person)) return err({ reason: "own_session" });
  if (names(session.ownerId, person)) return err({ reason: "own_agent" });
  return ok(undefined);
}

/** An agent may name its person by id or by mail address; letter case and blanks must not hide who it is. */
function names(claimed: string | null, person: DecidingPerson): boolean {
  if (claimed === null) return false;
  const fold = (text: string): string => text.trim().normalize("NFKC").toLowerCase();
  return fold(claimed) === fold(person.id) || fold(claimed) === fold(person.email);
}

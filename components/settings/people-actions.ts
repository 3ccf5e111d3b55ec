/** The server actions that the people pages are given. */
import type { CommandFailure } from "@/lib/core/admin/failure";
import type { Result } from "@/lib/core/result";

type Outcome<T> = Promise<Result<T, CommandFailure>>;

export interface PeopleActions {
  readonly invite: (input: {
    name: string;
    email: string;
    roles: readonly string[];
    groups: readonly string[];
  }) => Outcome<{ personId: string; link: string }>;
  readonly inviteAgain: (personId: string) => Outcome<{ personId: string; link: string }>;
  readonly changeAccess: (input: {
    personId: string;
    revision: number;
    roles: readonly string[];
    groups: readonly string[];
  }) => Outcome<void>;
  readonly disable: (personId: string) => Outcome<void>;
  readonly enable: (personId: string) => Outcome<void>;
  readonly createService: (input: {
    name: string;
    roles: readonly string[];
    groups: readonly string[];
  }) => Outcome<{ personId: string; token: string }>;
  readonly replaceToken: (personId: string) => Outcome<{ personId: string; token: string }>;
}

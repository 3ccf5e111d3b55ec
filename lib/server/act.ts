/** Runs a command for the person behind a server action. */
import type { CommandFailure } from "../core/admin/failure";
import type { Result } from "../core/result";
import type { Actor, CommandDeps } from "../guardian/commands/actor";
import { actorOf, commandDeps } from "./commands";
import type { Viewer } from "./viewer";

export async function asActor<T>(
  viewer: Result<Viewer, CommandFailure>,
  command: (deps: CommandDeps, actor: Actor) => Promise<Result<T, CommandFailure>>,
): Promise<Result<T, CommandFailure>> {
  return viewer.ok ? command(await commandDeps(), actorOf(viewer.value)) : viewer;
}

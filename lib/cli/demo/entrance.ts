/** What every demo needs first: a Guardian that answers, and the database in which the demo registers its agent. */
import { routes } from "../../console/routes";
import { type AdminAccess, openAdminAccess } from "../admin-access";
import { type Runtime, readRuntime } from "../runtime-file";
import { sessionKeyOf } from "./setup";

export interface Entered {
  readonly access: AdminAccess;
  readonly runtime: Runtime;
}

/** Resolves to the exit code: of `play`, or 1 when there is nothing to play with. */
export async function enter(play: (entered: Entered) => Promise<number>): Promise<number> {
  const runtime = readRuntime();
  if (!(await isGuardianThere(runtime.guardianUrl))) {
    return refuse(`No Guardian answers at ${runtime.guardianUrl}.`, "Start it in another terminal: npm start");
  }
  if (runtime.databaseUrl === null) {
    const remedy = "Run it on the machine where npm start runs, or set DATABASE_URL.";
    return refuse("The demo registers its own agent and needs the database for that.", remedy);
  }
  const access = await openAdminAccess(runtime.databaseUrl);
  try {
    return await play({ access, runtime });
  } finally {
    await access.close();
  }
}

export function refuse(what: string, remedy: string): number {
  console.error(`\n  ${what}\n  ${remedy}\n`);
  return 1;
}

/** Says where to watch a session, once it is stored. */
export async function showSession(
  { access, runtime }: Entered,
  sessionId: string,
  say: (line: string) => void,
): Promise<void> {
  const key = await sessionKeyOf(access, sessionId).catch(() => null);
  if (key !== null) say(`     Watch it: ${runtime.consoleUrl}${routes.session(key)}`);
}

async function isGuardianThere(guardianUrl: string): Promise<boolean> {
  try {
    const response = await fetch(new URL("/health", guardianUrl), { signal: AbortSignal.timeout(5_000) });
    return response.ok;
  } catch {
    return false;
  }
}

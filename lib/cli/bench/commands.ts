/** The commands that are measured as their users start them: of the npm package where it was built, else of this clone. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Asked } from "./call-cost";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

export interface CommandFile {
  readonly file: string;
  /** For the row's name. */
  readonly place: "package" | "clone";
}

export function commandFile(name: "guardian-hook" | "guardian-mcp"): CommandFile {
  const packed = path.join(ROOT, ".data/package/guardian-hooks/bin", `${name}.js`);
  if (existsSync(packed)) return { file: packed, place: "package" };
  return { file: path.join(ROOT, "lib/cli/bin", `${name}.mjs`), place: "clone" };
}

/** What tells a command of its Guardian. */
export const environmentOf = ({ url, agent }: Pick<Asked, "url" | "agent">): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  GUARDIAN_URL: url,
  GUARDIAN_AGENT_ID: agent.agentId,
  GUARDIAN_KEY_ID: agent.keyId,
  GUARDIAN_SECRET: agent.secret,
});

/** Writes results down: as the claim's JSON, and as a table to read. */
import { type AcsClaim, type ClaimState, standingOf } from "../../core/read-models/acs-claim";
import type { RowResult, RowState } from "./row";

export interface WayResults {
  readonly way: string;
  readonly results: readonly RowResult[];
}

export interface ClaimFacts {
  readonly madeAt: string;
  readonly build: string;
}

/** Every way must have run the same rows. Throws on zero ways. */
export function claimOf(ways: readonly WayResults[], { madeAt, build }: ClaimFacts): AcsClaim {
  const [first] = ways;
  if (!first) throw new Error("there is nothing to claim");
  return {
    format: "acs-claim/1",
    standard: "OWASP Agent Control Standard v0.1.0",
    made_at: madeAt,
    build,
    ways: ways.map(({ way }) => way),
    rows: first.results.map(({ row }, index) => ({
      id: row.id,
      profile: row.profile,
      level: row.level,
      text: row.text,
      ref: row.ref,
      check: row.check,
      schema_inferred: row.schemaInferred,
      results: ways.map(({ way, results }) => stateOf(way, results[index]?.result)),
    })),
  };
}

function stateOf(way: string, result: RowState | undefined): ClaimState {
  if (!result) throw new Error(`${way} has not run every row`);
  return { way, ...result };
}

/** The claim's file, laid out as the project's formatter lays it out. */
export function claimText(claim: AcsClaim): string {
  const ways = `"ways": [${claim.ways.map((way) => JSON.stringify(way)).join(", ")}]`;
  return `${JSON.stringify(claim, null, 2).replace(/"ways": \[[^\]]*\]/, () => ways)}\n`;
}

export function claimMarkdown(claim: AcsClaim): string {
  const lines = [
    `# Conformance claim: ${claim.standard}`,
    "",
    `Made ${claim.made_at} against ${claim.build}, by \`npm run conformance:acs\`.`,
    "It says what was exercised. It is no proof that a person authorised anything, and nobody certified it.",
    "",
    `| Row | Profile | Level | Requirement | Where | ${claim.ways.join(" | ")} |`,
    `|---|---|---|---|---|${claim.ways.map(() => "---|").join("")}`,
  ];
  for (const row of claim.rows) {
    const inferred = row.schema_inferred ? " (schema inferred)" : "";
    const cells = [`\`${row.id}\``, row.profile, row.level, row.text + inferred, row.ref, ...row.results.map(cell)];
    lines.push(`| ${cells.map((text) => text.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}

function cell({ state, passed, why }: ClaimState): string {
  if (state !== "EXERCISED") return `${state}: ${why ?? ""}`;
  return passed === true ? "EXERCISED" : `**EXERCISED, FAILED**: ${why ?? ""}`;
}

/** How many rows stand how, over all ways. */
export function summaryOf(claim: AcsClaim): string {
  const count = (standing: string) => claim.rows.filter((row) => standingOf(row) === standing).length;
  const parts = ["exercised", "failed", "not claimed", "not established"].map((name) => `${count(name)} ${name}`);
  return `${claim.rows.length} rows: ${parts.join(", ")}`;
}

export const isRed = (claim: AcsClaim): boolean => claim.rows.some((row) => standingOf(row) === "failed");

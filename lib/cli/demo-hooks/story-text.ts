/** Lays the story out for a terminal: what happened row by row, and beside it what each host recorded. */
import { answerOf, refundRows, type StoryRow, type StoryWords } from "../../testing/refund-rows";
import { rowText, sameRow } from "./story-faults";
import type { Told, ToldHost } from "./tell-hosts";

export interface Page {
  readonly colour: boolean;
}

type Paint = (code: number, text: string) => string;

const [BOLD, DIM, RED, GREEN, YELLOW] = [1, 2, 31, 32, 33];
const COLOURS: Readonly<Record<string, number>> = { allow: GREEN, transform: YELLOW, deny: RED };

const painter =
  ({ colour }: Page): Paint =>
  (code, text) =>
    colour ? `\u001b[${code}m${text}\u001b[0m` : text;

/** Column heads: two or three letters would be guesswork, so each host has a number that is explained above. */
export function hostLines({ hosts, absent }: Told, page: Page): readonly string[] {
  const paint = painter(page);
  return [
    ...hosts.map(({ framework, version }, i) => `  ${paint(BOLD, letter(i))}  ${framework.padEnd(16)} ${version}`),
    ...absent.map(({ framework, why }) => `  -  ${framework.padEnd(16)} ${paint(DIM, why)}`),
  ];
}

const letter = (index: number): string => String.fromCharCode(97 + index);

export function rowLines(hosts: readonly ToldHost[], words: StoryWords, page: Page): readonly string[] {
  const paint = painter(page);
  const columns = hosts.map((_, i) => letter(i)).join(" ");
  const lines = refundRows(words).flatMap((row, i) => {
    const marks = hosts.map(({ story }) => (sameRow(story.rows[i], row) ? "=" : paint(RED, "x"))).join(" ");
    const different = hosts
      .filter(({ story }) => !sameRow(story.rows[i], row))
      .map(({ framework, story }) => `      ${paint(RED, framework)}: ${rowText(story.rows[i])}`);
    return [
      ...gapBefore(row, paint),
      `  ${String(i + 1).padStart(2)}  ${rowCells(row, paint)}  ${marks}`,
      ...different,
    ];
  });
  return [paint(DIM, `      ${"seq".padEnd(4)}${headCells()}  ${columns}`), ...lines];
}

const WIDTHS = { point: 15, tool: 15, decision: 10, reason: 38, by: 9 };

const headCells = (): string =>
  [
    "point".padEnd(WIDTHS.point),
    "tool".padEnd(WIDTHS.tool),
    "decision".padEnd(WIDTHS.decision),
    "reason".padEnd(WIDTHS.reason),
    "by".padEnd(WIDTHS.by),
  ].join(" ");

function rowCells({ sequence, point, tool, decision, reason, resolvedBy }: StoryRow, paint: Paint): string {
  return [
    `${String(sequence).padStart(3)} ${point.padEnd(WIDTHS.point)}`,
    (tool ?? "").padEnd(WIDTHS.tool),
    paint(COLOURS[decision] ?? DIM, decision.padEnd(WIDTHS.decision)),
    (reason ?? "").padEnd(WIDTHS.reason),
    (resolvedBy ?? "").padEnd(WIDTHS.by),
  ].join(" ");
}

function gapBefore({ session, sequence }: StoryRow, paint: Paint): readonly string[] {
  if (sequence > 0) return [];
  const title =
    session === "A"
      ? "Session A: a refund of $840, over the cap of $500. A person approves it."
      : "Session B: the same call for $8,400, under the approval of session A.";
  return ["", `  ${paint(BOLD, title)}`];
}

export function effectLines({ story }: ToldHost, words: StoryWords, page: Page): readonly string[] {
  const paint = painter(page);
  return [
    `  The refund ran once, for $840. The customer read: ${paint(BOLD, `"${answerOf(words)}"`)}`,
    `  ${paint(DIM, `Identity stored with the approval and on the record of row 9: ${short(story.identities.stored)}`)}`,
    `  ${paint(DIM, `Identity of row 19, for which the approval was claimed:       ${short(story.identities.replayed)}`)}`,
  ];
}

const short = (identity: string | null): string => (identity === null ? "none" : `${identity.slice(0, 23)}...`);

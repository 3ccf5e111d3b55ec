/** The three rows that are shown apart: a guard that breaks, an approval used twice, and the same guard as a native callback. */
import type { NativeOutcome } from "../../testing/native-guards/native-outcome";
import type { Told as ToldScene } from "../../testing/refund-story";
import type { ToldHost } from "./tell-hosts";

const NAME = 16;

export function apartLines(hosts: readonly ToldHost[], bold: (text: string) => string): readonly string[] {
  const lines = (tell: (host: ToldHost) => string) =>
    hosts.map((host) => `      ${host.framework.padEnd(NAME)} ${tell(host)}`);
  return [
    "",
    `  ${bold("Apart 1: a refund in a currency that the guard does not know. The guard throws.")}`,
    ...lines(({ story }) => sceneText(story.malformed)),
    "",
    `  ${bold("Apart 2: the approved refund once more, unchanged, under the approval that was used.")}`,
    ...lines(({ story }) => sceneText(story.secondUse)),
    "",
    `  ${bold("Apart 3: the same guard as a callback of the framework itself, without Agent Hooks.")}`,
    ...lines(({ native }) => (native === null ? "offers no callback around tools" : nativeText(native))),
  ];
}

function sceneText({ rows, refunds }: ToldScene): string {
  const row = rows.find(({ point }) => point === "pre_tool_call");
  const ran = refunds.length > 0 ? "REFUND RAN" : "refund not run";
  return `${ran}: ${row?.decision ?? "no decision"} ${row?.reason ?? ""}`.trimEnd();
}

export function nativeText({ callback, guardThrew, refundRan, guardCameFirst, ended }: NativeOutcome): string {
  const guard = !guardThrew ? "was never asked" : guardCameFirst ? "threw" : "was asked too late and threw";
  const end =
    ended === "normally" ? "nobody was told" : ended === "process died" ? "the process died" : `ended with ${ended}`;
  return `${refundRan ? "REFUND RAN" : "refund not run"}: ${callback} ${guard}, ${end}`;
}

/** Checks of ACS-Inspect and ACS-Inspect-Dynamic (conformance page, W§13, W§21). */
import { readJsonText } from "../../../core/json/read";
import { NotEstablished } from "../outcome";
import { AGBOM } from "../payloads";
import { type Check, listOf, ofTheAgent, type Run } from "../run";
import type { WireSession } from "../wire-session";

const OUTPUTS = ["cyclonedx-1.6", "spdx-3.0", "swid"];

/** Distinct in each form: what a file of it starts with or holds. */
const MARKS: { readonly [format: string]: string } = {
  "cyclonedx-1.6": '"CycloneDX"',
  "spdx-3.0": "spdx.org",
  swid: "SoftwareIdentity",
};

async function withSnapshot(run: Run): Promise<WireSession> {
  const session = await run.claiming("acs-inspect-dynamic");
  await session.send("agbom/snapshot", AGBOM.document);
  return session;
}

async function changes(run: Run, payload: object): Promise<void> {
  const session = await withSnapshot(run);
  const before = await session.send("agbom/changed", payload);
  const after = await session.send("steps/userMessage", { content: [{ type: "text", value: "go on" }] });
  run.holds(["allow", "deny"].includes(String(before.decision)), `the change: ${before.brief}`);
  run.holds(/^[0-9a-f]{64}$/.test(before.head ?? ""), "the change has no entry");
  run.holds(before.head !== after.head, "the head did not move");
}

export const INSPECT: { readonly [name: string]: Check } = {
  "inspect.snapshot": async (run) => {
    const session = await run.claiming("acs-inspect");
    run.refuses(await session.send("agbom/snapshot", AGBOM.malformed), -32602, "a malformed snapshot");
    const answer = await session.send("agbom/snapshot", AGBOM.document);
    run.holds(["allow", "deny"].includes(String(answer.decision)), `the snapshot: ${answer.brief}`);
    run.holds(/^[0-9a-f]{64}$/.test(answer.head ?? ""), "the snapshot has no entry");
  },
  "inspect.once": ofTheAgent,
  "inspect.serializations": async (run) => {
    const { terms } = await run.claiming("acs-inspect");
    const named = listOf(terms.agbom_serializations_supported);
    run.holds(
      named.some((name) => OUTPUTS.includes(name)),
      "none of cyclonedx-1.6, spdx-3.0 and swid is named",
    );
  },
  "inspect.serialized": async (run) => {
    const session = await run.claiming("acs-inspect");
    await session.send("agbom/snapshot", AGBOM.document);
    const inside = run.inside("how an AgBOM is asked for");
    const named = listOf(session.terms.agbom_serializations_supported).filter((name) => OUTPUTS.includes(name));
    if (named.length === 0) throw new NotEstablished("the handshake names no serialization");
    for (const format of named) {
      const text = await inside.agbom(session.sessionId, format);
      run.holds(text.includes(MARKS[format] ?? format), `the file is no ${format}`);
      run.holds(text.includes(AGBOM.component.name), `the ${format} file lacks the component`);
      run.holds(format === "swid" || readJsonText(text).ok, `the ${format} file is no JSON`);
    }
  },
  "dynamic.diff": (run) => changes(run, AGBOM.diff),
  "dynamic.document": (run) => changes(run, { ...AGBOM.document, reason: "renegotiated" }),
  "dynamic.malformed": async (run) => {
    const session = await withSnapshot(run);
    run.refuses(await session.send("agbom/changed", AGBOM.malformedDiff), -32602, "a change that says nothing");
    const unnamed = { added: [{ type: "tool" }] };
    run.refuses(await session.send("agbom/changed", unnamed), -32602, "a component without id");
  },
  "dynamic.emission": ofTheAgent,
};

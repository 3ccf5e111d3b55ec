/** Checks of the chain and its published head (ACS §8), and of Intent as part of the session's context (§8.4). */
import { entryHash } from "../../../core/chain/entry";
import { isDigest } from "../../../core/encoding";
import { member } from "../../../core/json/build";
import { readJsonText } from "../../../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";
import { nodeCrypto } from "../../../server/crypto-node";
import type { Answer } from "../answer";
import { SAMPLES } from "../payloads";
import type { Check, Run } from "../run";
import type { WireSession } from "../wire-session";

const HEAD = /^[0-9a-f]{64}$/;

/** A session with one of each of the floor's content-bearing steps; resolves to their answers. */
export async function talk(run: Run, session: WireSession): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const methods = ["steps/userMessage", "steps/toolCallRequest", "steps/toolCallResult", "steps/agentResponse"];
  for (const method of methods) answers.push(await session.send(method, SAMPLES[method]?.good("", "")));
  run.holds(answers.length === methods.length, "not every step was answered");
  return answers;
}

const withHead = (head: string | undefined) => ({ metadata: { session_state: { chain_hash: head } } });

/** The content of every entry of a session, as its evidence has them. */
export async function entriesOf(run: Run, session: WireSession): Promise<readonly JsonObject[]> {
  const pack = await run.inside("entries").evidence(session.sessionId);
  const items = Array.isArray(pack.entries) ? pack.entries : [];
  return items.map((item) => {
    const entry = member(item, "entry");
    const read = readJsonText(typeof entry === "string" ? entry : "null");
    return read.ok && isJsonObject(read.value) ? read.value : {};
  });
}

export const CHAIN: { readonly [name: string]: Check } = {
  "chain.published": async (run) => {
    const answers = await talk(run, await run.open());
    for (const { head, brief } of answers) run.holds(HEAD.test(head ?? ""), `no chain_hash on a step (${brief})`);
    run.holds(new Set(answers.map(({ head }) => head)).size === answers.length, "a step did not move the head");
  },
  "chain.denials": async (run) => {
    const session = await run.open();
    const first = await session.send("steps/toolCallRequest", run.call("deny"));
    const second = await session.send("steps/toolCallRequest", run.call("deny"));
    run.holds(HEAD.test(first.head ?? ""), "a denied step published no head");
    run.holds(HEAD.test(second.head ?? "") && first.head !== second.head, "a denied step did not move the head");
  },
  "chain.hint": async (run) => {
    const session = await run.open();
    const first = await session.send("steps/userMessage", SAMPLES["steps/userMessage"]?.good("", ""));
    const second = await session.send(
      "steps/userMessage",
      SAMPLES["steps/userMessage"]?.good("", ""),
      withHead(first.head),
    );
    run.decides(second, "allow", "a step that names the published head");
  },
  "chain.mismatch": async (run) => {
    const session = await run.open();
    await talk(run, session);
    const other = withHead("0123456789abcdef".repeat(4));
    const answer = await session.send("steps/userMessage", SAMPLES["steps/userMessage"]?.good("", ""), other);
    const denied = answer.decision === "deny" && answer.codes.includes("chain_mismatch");
    run.holds(denied || answer.code === -32007, `a step that names another head: ${answer.brief}`);
  },
  "chain.formula": async (run) => {
    const session = await run.open();
    const answers = await talk(run, session);
    const entries = await entriesOf(run, session);
    run.holds(entries.length >= answers.length, "the chain has fewer entries than steps");
    let previous: string | null = null;
    for (const [index, entry] of entries.entries()) {
      const hash: string = entryHash(nodeCrypto, entry, previous);
      run.holds(entry.entry_hash === hash, `entry ${index + 1} has another hash than §8.2 makes of it`);
      run.holds((entry.previous_hash ?? null) === previous, `entry ${index + 1} does not name the one before it`);
      previous = hash;
    }
    run.holds(isDigest(previous ?? "") && previous === answers.at(-1)?.head, "the head is not the one published last");
  },
  "chain.append-only": async (run) => {
    const session = await run.open();
    const published = (await talk(run, session)).map(({ head }) => head);
    const hashes = (await entriesOf(run, session)).map(({ entry_hash }) => entry_hash as JsonValue);
    const places = published.map((head) => hashes.indexOf(head as JsonValue));
    run.holds(!places.includes(-1), "a published head is no longer in the chain");
    run.holds(
      places.every((at, n) => n === 0 || at > Number(places[n - 1])),
      "published heads are out of order",
    );
  },
  "chain.intent": async (run) => {
    const parser = { provenance_id: "i-1", origin: "user_input" };
    const intent = { raw: "look up orders", parsed: [{ tool: "lookup_order" }], parser_provenance: parser };
    const session = await run.open({ start: { intent } });
    run.claims(session, "steps/agentTrigger");
    const wider = { ...intent, parsed: [{ tool: "lookup_order" }, { tool: "refund_payment" }] };
    const answer = await session.send("steps/agentTrigger", { trigger_type: "user_message", intent: wider });
    run.decides(answer, "deny", "another Intent in the same session");
  },
};

/** What the console reads of a session that uses turns, subagents, skills, an AgBOM and provenance, as a real Guardian wrote it. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScriptedSession, toolCall, toolResult } from "../../testing/scripted-agent";
import { everyHook, openSession, send, type World, world } from "../../testing/world";
import { agbomSessions } from "./agbom-sessions";
import { lineageOf } from "./lineage";
import { sessionStory } from "./session-story";
import { stepDetail, timelineRows, timelineShape } from "./timeline";

let here: World;
let parent: ScriptedSession;
let key: string;
let childKey: string;
const child = randomUUID();
const outer = randomUUID();
const inner = randomUUID();
const callId = randomUUID();

const keyOf = async (sessionId: string): Promise<string> =>
  (await here.container.prisma.session.findFirstOrThrow({ where: { sessionIdLower: sessionId.toLowerCase() } })).key;

const place = () => ({ tenantId: "default", key });

async function say(method: string, payload: object, over: Parameters<ScriptedSession["message"]>[2] = {}) {
  const answer = await send(here.guardian, parent.message(method, payload, over));
  if (answer.decision === undefined) throw new Error(`${method} was refused: ${answer.text}`);
  return answer;
}

beforeAll(async () => {
  here = await world();
  const agent = await here.agent({ agentId: "story-agent" });
  const intent = {
    raw: "look up order 7",
    parsed: [{ tool: "lookup_order" }],
    parser_provenance: { provenance_id: "p-intent", origin: "user_input" },
  };
  parent = await openSession(here.guardian, agent, { hello: everyHook(), start: { intent } });
  const turn = { metadata: { turn_id: outer }, requestId: outer };
  await say("steps/turnStart", { turn_id: outer, triggered_by: "user_message" }, turn);
  const nested = { turn_id: inner, parent_turn_id: outer };
  await say("steps/turnStart", { ...nested, triggered_by: "agent_loop" }, { metadata: nested, requestId: inner });
  const from = { provenance_id: "p-made", origin: "agent_generated", derived_from: ["p-intent", "p-lost"] };
  const call = toolCall("lookup_order", {});
  await say(
    "steps/toolCallRequest",
    { ...call, arguments: { id: { value: 7, provenance: from } } },
    { metadata: nested, requestId: callId },
  );
  await say("steps/toolCallResult", toolResult("lookup_order", callId, "found"), { metadata: nested });
  const subagent = { subagent_session_id: child, parent_session_id: parent.sessionId, parent_step_id: callId };
  await say("steps/subagentStart", { ...subagent, intent_derivation: "inherit_full" }, { metadata: nested });
  await openSession(here.guardian, agent, { sessionId: child, hello: everyHook() });
  key = await keyOf(parent.sessionId);
  childKey = await keyOf(child);
}, 60_000);

afterAll(() => here.close());

describe("the timeline of nested turns", () => {
  it("puts each step into its turns, outermost first", async () => {
    const rows = await timelineRows(here.container.prisma, key, [1, 2, 3, 4]);
    expect(rows.map((row) => row.turns)).toEqual([[], [outer], [outer, inner], [outer, inner]]);
    expect(rows[2]?.subject).toContain("agent loop");
  });

  it("is narrowed to subagents and finds wrapped messages under no other name", async () => {
    const { prisma } = here.container;
    expect((await timelineShape(prisma, place(), { hooks: ["subagentStart"] }))?.matching).toEqual([6]);
    expect((await timelineShape(prisma, place(), { hooks: ["mcp"] }))?.matching).toEqual([]);
  });

  it("leads from a result to its call, and from a subagent to its session", async () => {
    const { prisma } = here.container;
    expect((await stepDetail(prisma, place(), 5))?.refs.steps[callId]).toBe(4);
    expect((await stepDetail(prisma, place(), 6))?.refs).toMatchObject({
      steps: { [callId]: 4 },
      sessions: { [child]: childKey },
    });
  });
});

describe("the story of a session", () => {
  it("holds intent, open turns, subagents and both ways to the other session", async () => {
    const { prisma } = here.container;
    const story = await sessionStory(prisma, place());
    expect(story).toMatchObject({
      readable: true,
      intent: { raw: "look up order 7", parsed: [{ tool: "lookup_order" }], seq: 1, grants: [] },
      turns: { started: 2, ended: 0, open: [{ turnId: outer }, { turnId: inner }] },
      subagents: [{ sessionId: child, key: childKey, state: "running", seq: 6 }],
    });
    expect(story?.family.map((each) => [each.key, each.parentKey])).toEqual([
      [key, null],
      [childKey, key],
    ]);
    const below = await sessionStory(prisma, { tenantId: "default", key: childKey });
    expect(below?.family).toHaveLength(2);
    expect(below?.intent?.parsed).toEqual([{ tool: "lookup_order" }]);
  });

  it("says so when the stored context cannot be read, and shows another tenant nothing", async () => {
    const { prisma } = here.container;
    const { context } = await prisma.session.findUniqueOrThrow({ where: { key: childKey } });
    await prisma.session.update({ where: { key: childKey }, data: { context: "{" } });
    expect(await sessionStory(prisma, { tenantId: "default", key: childKey })).toMatchObject({
      readable: false,
      intent: null,
    });
    await prisma.session.update({ where: { key: childKey }, data: { context } });
    expect(await sessionStory(prisma, { tenantId: "elsewhere", key })).toBeNull();
  });
});

describe("the lineage of a value", () => {
  it("goes back to what it was made of, and names what nothing recorded", async () => {
    const found = await lineageOf(here.container.prisma, key, ["p-made"]);
    expect(found.truncated).toBe(false);
    expect(found.nodes.map(({ id, origin, seq, depth, wanted }) => [id, origin, seq, depth, wanted])).toEqual([
      ["p-made", "agent_generated", 4, 0, true],
      ["p-intent", "user_input", 1, 1, false],
      ["p-lost", null, null, 1, false],
    ]);
  });
});

describe("the list of AgBOMs", () => {
  it("holds sessions that used something, found by component, and nothing of another tenant", async () => {
    const { prisma } = here.container;
    const none = { text: "", before: "" };
    const page = await agbomSessions(prisma, "default", none);
    expect(page.items.find((item) => item.key === key)).toMatchObject({ declared: 0, undeclared: 1 });
    expect(
      (await agbomSessions(prisma, "default", { ...none, text: "LOOKUP_ord" })).items.map((each) => each.key),
    ).toEqual([key]);
    expect((await agbomSessions(prisma, "default", { ...none, text: "%" })).items).toEqual([]);
    expect((await agbomSessions(prisma, "elsewhere", none)).items).toEqual([]);
  });
});

/** Secret values stand in the stored messages and actions alone: no other column, and no text that people read, repeats them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolCall } from "../testing/scripted-agent";
import { approvalOf, everyHook, openSession, send, type World, world } from "../testing/world";
import { serveView } from "./approvals/serve-view";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.close());

/** The exact bytes, that digests and evidence are over. */
const EXACT = new Set([
  "envelope.request",
  "envelope_default.request",
  "approval.requested_action",
  "approval.effective_action",
]);

/** `table.column` wherever a text holds the canary. */
async function placesOf(canary: string): Promise<readonly string[]> {
  const { rows } = await w.container.pool.query<{ table_name: string; column_name: string }>(
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type IN ('text', 'ARRAY', 'jsonb', 'json')",
  );
  expect(rows.length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const { table_name, column_name } of rows) {
    const sql = `SELECT 1 FROM "${table_name}" WHERE "${column_name}"::text LIKE $1 LIMIT 1`;
    if ((await w.container.pool.query(sql, [`%${canary}%`])).rowCount === 1) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

describe("a secret in a call", () => {
  it.each([
    [
      "a bearer token in a header",
      "CANARY-7f3a9",
      { url: "https://api.partner.example.test/v1/orders", headers: { Authorization: "Bearer CANARY-7f3a9" } },
      "api.partner.example.test",
    ],
    [
      "a password in an address",
      "CANARY-pw81",
      { url: "postgres://report:CANARY-pw81@db.partner.example.test/orders" },
      "db.partner.example.test",
    ],
    [
      "an argument of a telling name",
      "CANARY-key22",
      { host: "mail.partner.example.test", api_key: "CANARY-key22" },
      "mail.partner.example.test",
    ],
  ])("is kept where it must be, and nowhere else: %s", async (_, canary, args, host) => {
    const person = await w.person();
    const parsed = [{ tool: "search" }];
    const intent = { parsed, parser_provenance: { provenance_id: "pi", origin: "user_input" } };
    const session = await openSession(w.guardian, await w.agent(), { hello: everyHook(), start: { intent } });
    const asked = await send(w.guardian, session.message("steps/toolCallRequest", toolCall("http_request", args)));
    expect(asked.decision).toBe("ask");
    await send(
      w.guardian,
      session.message("steps/toolCallRequest", toolCall("bash", { command: "rm -rf /", ...args })),
    );
    const { approval_id } = approvalOf(asked);
    const served = await serveView(w.deps, { approvalId: approval_id, personId: person.id, signInId: person.signInId });
    const view = served.ok ? served.value.view : "";
    expect(view).toContain(host);
    expect(view).not.toContain(canary);
    expect((await placesOf(canary)).filter((place) => !EXACT.has(place))).toEqual([]);
  });
});

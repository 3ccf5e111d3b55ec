/** What an agent declares and what it uses: graph and table with one selection, bans and undeclared parts in words, files to take along. */

import { api, routes } from "../lib/console/routes";
import { DEFAULT_METHODS } from "../lib/host/client";
import { sessionKeyOf } from "../lib/testing/product-database";
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, newAgent, test } from "./fixtures";

const HOSTILE = "files \u202Egnp.exe <b>bold</b>";

interface Declared {
  readonly key: string;
  readonly agentName: string;
}

/** A session that declares `components` and uses two tools, one of them undeclared. */
async function session(agentName: string, components: readonly object[]): Promise<Declared> {
  const { client, credentials } = await newAgent(agentName);
  const opened = await client.open({ methods: [...DEFAULT_METHODS, "agbom/snapshot", "agbom/changed"] });
  if (!opened.ok) throw opened.failure;
  const declared = await opened.value.step("agbom/snapshot", {
    agent: { agent_id: credentials.agentId },
    generated_at: new Date().toISOString(),
    components,
  });
  if (!declared.ok) throw declared.failure;
  for (const tool of ["read_file", "lookup_other"]) {
    await opened.value.toolCall({ tool, arguments: { path: "/a" } }, () => "done");
  }
  return { key: await sessionKeyOf(opened.value.sessionId), agentName };
}

const SERVER = {
  id: "srv-1",
  type: "mcp_server",
  name: HOSTILE,
  version: "1.2.0",
  endpoint: "https://files.example",
  mcp_server_fields: { tools: ["tl-1"] },
};
const tool = (id: string, name: string) => ({
  id,
  type: "tool",
  name,
  version: "1.0.0",
  provider: "acme",
  tool_fields: { capability: "filesystem.read" },
});

test("shows what is declared and what is used undeclared, in graph and table with one selection", async ({
  pageOf,
}) => {
  const { key, agentName } = await session("AgBOM agent", [SERVER, tool("tl-1", "read_file")]);
  const page = await pageOf("analyst");
  await page.goto(routes.session(key, "agbom"));
  const table = page.getByRole("list", { name: "Components" });
  await expect(table.getByRole("listitem")).toHaveCount(3, { timeout: 30_000 });
  await expect(table.getByText("Undeclared", { exact: true })).toBeVisible();
  await expect(table.getByText("U+202E RLO")).toBeVisible();
  const graph = page.getByRole("application", { name: "Graph of the AgBOM" });
  await expect(graph.getByText(agentName)).toBeVisible();
  await graph.getByText("read_file").click();
  await expect(table.locator("[aria-current=true]")).toContainText("read_file");
  await expect(page.getByRole("complementary", { name: "Component read_file" })).toContainText("tl-1");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: "Component read_file" })).toBeHidden();
  await page.keyboard.press("j");
  await expect(table.locator("[aria-current=true]")).toHaveCount(1);
  await expectNoAxeViolations(page);
  for (const format of ["cyclonedx-1.6", "spdx-3.0", "swid"] as const) {
    const file = await page.request.get(api.agbomFile(key, format));
    expect(file.status(), format).toBe(200);
    expect(await file.text()).toContain("read_file");
  }
});

test("opens collapsed by kind above 300 components, and every component is in the table", async ({ pageOf }) => {
  const many = Array.from({ length: 400 }, (_, at) => tool(`tl-${at}`, `tool_${at}`));
  const { key } = await session("Many parts", many);
  const page = await pageOf("analyst");
  await page.goto(routes.session(key, "agbom"));
  const graph = page.getByRole("application", { name: "Graph of the AgBOM" });
  await expect(graph.getByText("400 tools")).toBeVisible({ timeout: 30_000 });
  await expect(graph.getByText("tool_7", { exact: true })).toHaveCount(0);
  await page.getByLabel("Filter components by name, provider, version or id").fill("tool_399");
  await expect(page.getByRole("list", { name: "Components" }).getByText("tool_399")).toBeVisible();
});

test("fits a phone: table, graph and changes one at a time", async ({ pageOf }) => {
  const { key } = await session("Phone agent", [SERVER, tool("tl-1", "read_file")]);
  const page = await pageOf("analyst", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(routes.session(key, "agbom"));
  await expect(page.getByRole("list", { name: "Components" })).toBeVisible({ timeout: 30_000 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("radio", { name: "Changes" }).click();
  await expect(page.getByText("Whole AgBOM declared")).toBeVisible();
  await page.getByRole("radio", { name: "Graph" }).click();
  await expect(page.getByRole("application", { name: "Graph of the AgBOM" })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("lists the sessions with what they declared", async ({ pageOf }) => {
  const { agentName } = await session(`Listed ${crypto.randomUUID().slice(0, 6)}`, [tool("tl-1", "read_file")]);
  const page = await pageOf("analyst");
  await page.goto(routes.agbom());
  await page.getByRole("link", { name: agentName }).click();
  await expect(page.getByRole("list", { name: "Components" })).toBeVisible({ timeout: 30_000 });
});

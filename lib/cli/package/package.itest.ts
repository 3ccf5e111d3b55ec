/** The npm package as an agent developer has it: unpacked into a project of its own, run by plain Node, read by the compiler. */
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostWorld, hostWorld } from "../../testing/host-world";
import { type PackageProject, packageProject } from "../../testing/package-project";
import { projectRoot } from "../../testing/sources";
import { COMMANDS, ENTRIES } from "./entries";

let project: PackageProject;
let world: HostWorld;
beforeAll(async () => {
  world = await hostWorld();
  project = await packageProject();
}, 240_000);
afterAll(async () => {
  await world?.close();
  await project?.remove();
});

const addressOf = (name: string): string => (name === "" ? "guardian-hooks" : `guardian-hooks/${name}`);

describe("the package", () => {
  it("holds code, types, licence and texts, and nothing of server, console or tests", async () => {
    const files = await project.files();
    const allowed =
      /^(?:package\.json|LICENSE|README\.md|docs\/[\w-]+\.md|bin\/[\w-]+\.js|dist\/.+\.js|types\/.+\.d\.ts)$/;
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist/index.js", "types/index.d.ts"]));
    const types = files.filter((file) => /^types\/.+\//.test(file));
    expect(types.filter((file) => !/^types\/(?:core|agent-hooks|host|cli\/model-gateway)\//.test(file))).toEqual([]);
    const code = await Promise.all(files.map((file) => readFile(path.join(project.installed, file), "utf8")));
    expect(code.filter((text) => /prisma|\bvitest\b|lib\/(?:server|storage|guardian|testing)\//.test(text))).toEqual(
      [],
    );
    expect((await stat(project.tarball)).size).toBeLessThan(400 * 1024);
  });

  it("brings only what it needs, and no framework", () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = project.manifest;
    expect(Object.keys(dependencies).filter((name) => name !== "zod" && !name.startsWith("@noble/"))).toEqual([]);
    const optional = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional === true);
    expect(optional).toEqual(Object.keys(peerDependencies));
  });

  it.each(ENTRIES.map(({ name }) => addressOf(name)))("%s can be imported", async (address) => {
    const names = await project.node(`console.log(JSON.stringify(Object.keys(await import("${address}"))))`);
    expect(names).not.toEqual([]);
  });

  it("shares its classes between addresses, so that a block is known everywhere", async () => {
    const script = `
      import { InterceptionBlocked, createAgentHooks } from "guardian-hooks/agent-hooks";
      import { runAgent } from "guardian-hooks/reference";
      const guard = { intercept: ({ interception_point }) => ({ decision: interception_point === "input" ? "deny" : "allow" }) };
      const hooks = createAgentHooks({ agent: { id: "a" }, framework: "reference", interceptors: [guard] });
      const agent = { model: { id: "m" }, respond: async () => ({ content: "hi", tool_calls: [], finish_reason: "stop" }) };
      const thrown = await runAgent(hooks, agent, { input: "hello" }).catch((error) => error);
      console.log(JSON.stringify([thrown instanceof InterceptionBlocked, thrown.point]));`;
    expect(await project.node(script)).toEqual([true, "input"]);
  });
});

describe("at a Guardian, the package", () => {
  const environment = async () => {
    const { agentId, keyId, secret } = await world.w.agent();
    return {
      GUARDIAN_URL: `${world.listener.url}/acs`,
      GUARDIAN_AGENT_ID: agentId,
      GUARDIAN_KEY_ID: keyId,
      GUARDIAN_SECRET: Buffer.from(secret).toString("base64"),
    };
  };

  it("runs a governed loop: an allowed tool runs, a denied one does not", async () => {
    const script = `
      import { governed, runAgent } from "guardian-hooks/reference";
      const { GUARDIAN_URL: url, GUARDIAN_AGENT_ID: agentId, GUARDIAN_KEY_ID: keyId, GUARDIAN_SECRET: secret } = process.env;
      const hooks = governed({ url, agentId, keyId, secret }, "reference");
      const ran = [];
      const tool = (name) => ({ execute: (args) => (ran.push([name, args]), "done") });
      const calls = [{ id: "1", name: "lookup_order", args: { id: 7 } }, { id: "2", name: "bash", args: { command: "rm -rf /" } }];
      const replies = [{ content: null, tool_calls: calls, finish_reason: "tool_calls" }, { content: "All done.", tool_calls: [], finish_reason: "stop" }];
      const agent = { model: { id: "m" }, tools: { lookup_order: tool("lookup_order"), bash: tool("bash") }, respond: async () => replies.shift() };
      const answer = await runAgent(hooks, agent, { input: "Tidy up." });
      await hooks.close();
      console.log(JSON.stringify({ answer, ran }));`;
    expect(await project.node(script, await environment())).toEqual({
      answer: "All done.",
      ran: [["lookup_order", { id: 7 }]],
    });
  });

  it("starts its hook from one file, which names whose code is in it", async () => {
    const text = await readFile(path.join(project.installed, "dist/commands/guardian-hook.js"), "utf8");
    const imported = [...text.matchAll(/(?:from|import)\s*\(?"([^"]+)"/g)].map(([, name = ""]) => name);
    expect(imported.filter((name) => !name.startsWith("node:"))).toEqual([]);
    expect(imported).toContain("node:path");
    expect(text).toMatch(/^\/\*\n@noble\/curves\n\nThe MIT License/);
    expect(text).toContain("\nzod\n\nMIT License");
  });

  it.each(COMMANDS.map(({ name }) => name))("has the command %s, which says how it is used", async (name) => {
    const { stderr } = await project.command(name, ["--help"], {});
    expect(stderr).toContain("GUARDIAN_URL");
  });

  it("puts an MCP server behind the Guardian", async () => {
    const server = path.join(projectRoot, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    const bin = path.join(project.installed, "bin/guardian-mcp.js");
    const args = [bin, "--", process.execPath, server, "stdio"];
    const env = { ...(await environment()), PATH: process.env.PATH ?? "" };
    const client = new Client({ name: "test-client", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, cwd: project.place, stderr: "ignore" }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("echo");
    await expect(client.readResource({ uri: "nowhere://" })).rejects.toThrow();
    await client.close();
  });

  it("has a hook that blocks when it cannot be asked, and even when it cannot begin", async () => {
    const input = JSON.stringify({ session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} });
    const away = { GUARDIAN_URL: "http://127.0.0.1:9/acs", GUARDIAN_HOOK_STATE: path.join(project.place, "state") };
    const asked = await project.command("guardian-hook", ["claude-code"], { ...(await environment()), ...away }, input);
    expect(asked.code).toBe(2);
    const dist = path.join(project.installed, "dist/commands/guardian-hook.js");
    const text = await readFile(dist, "utf8");
    await writeFile(dist, 'import "not-installed";');
    const broken = await project.command("guardian-hook", ["claude-code"], await environment(), input);
    await writeFile(dist, text);
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining("npm install") });
  });
});

describe("the package's types", () => {
  const consumer = ENTRIES.map(({ name }, index) => `import * as m${index} from "${addressOf(name)}";`).join("\n");
  const use = `
    import { createGuardianClient, orThrow, type GuardianSession } from "guardian-hooks";
    import { createAgentHooks, type AgentHooks } from "guardian-hooks/agent-hooks";
    const client = createGuardianClient({ url: "http://127.0.0.1/acs", agentId: "a", keyId: "k", secret: "c2VjcmV0" });
    export const session: GuardianSession = orThrow(await client.open());
    export const hooks: AgentHooks = createAgentHooks({ agent: { id: "a" }, framework: "mine", interceptors: [] });
    // Declarations that do not resolve would make everything \`any\`, and this an error.
    type Any<T> = 0 extends 1 & T ? true : false;
    export const typed: [Any<typeof session>, Any<typeof hooks>] = [false, false];`;

  it.each([
    ["bundler", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
    ["nodenext", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ])("check under moduleResolution %s", { timeout: 240_000 }, async (_, module, moduleResolution) => {
    const file = path.join(project.place, "consumer.ts");
    await writeFile(
      file,
      `${consumer}\n${use}\nexport const all = [${ENTRIES.map((_entry, index) => `m${index}`)}];\n`,
    );
    const options = {
      target: ts.ScriptTarget.ES2022,
      module,
      moduleResolution,
      strict: true,
      noEmit: true,
      types: ["node"],
    };
    const program = ts.createProgram([file], options);
    const ours = program.getSourceFiles().filter(({ fileName }) => /consumer\.ts$|guardian-hooks\//.test(fileName));
    expect(ours.length).toBeGreaterThan(50);
    const wrong = ours.flatMap((source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]);
    const said = wrong.map(
      ({ file: at, messageText }) => `${at?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
    expect(said).toEqual([]);
  });
});

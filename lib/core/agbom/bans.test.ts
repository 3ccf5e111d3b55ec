/** Which components a ban hits, which it leaves alone, and which it cannot judge. */
import { describe, expect, it } from "vitest";
import type { DeclaredComponent } from "../session/context";
import type { Ban } from "./ban";
import { hitsOf, matchBan } from "./bans";
import { contentHash } from "./digests";
import type { AgbomComponent } from "./schema";
import { subjectOfComponent, subjectsOfUse } from "./subject";

const ban = (terms: Partial<Ban>): Ban => ({
  id: "ban-1",
  type: null,
  name: null,
  version_range: null,
  provider: null,
  endpoint: null,
  digest: null,
  reason: "not here",
  expires_at: null,
  ...terms,
});

const tool = (members: object = {}): AgbomComponent =>
  ({
    id: "t1",
    type: "tool",
    name: "left-widget",
    version: "2.8.1",
    provider: "npm",
    tool_fields: { capability: "x" },
    ...members,
  }) as AgbomComponent;
const on = (terms: Partial<Ban>, component: AgbomComponent) => matchBan(ban(terms), subjectOfComponent(component));

describe("a ban by package URL", () => {
  const purl = { name: "pkg:npm/left-widget@2.8.1" };

  it("matches a component whose version stands in its own field, in its name, or in both", () => {
    expect(on(purl, tool()).kind).toBe("matched");
    expect(on(purl, tool({ name: "left-widget@2.8.1", version: undefined })).kind).toBe("matched");
    expect(on(purl, tool({ name: "pkg:npm/left-widget", version: "2.8.1", provider: "x" })).kind).toBe("matched");
    expect(on(purl, tool({ name: "pkg:npm/left-widget@2.8.1", version: "9.9.9" })).kind).toBe("matched");
    expect(on({ name: "pkg:npm/left-widget", version_range: "2.8.1" }, tool({ name: "Left_Widget" })).kind).toBe(
      "matched",
    );
  });

  it("leaves another version and another ecosystem alone", () => {
    expect(on(purl, tool({ version: "2.8.2" })).kind).toBe("clear");
    expect(on(purl, tool({ provider: "pypi" })).kind).toBe("clear");
    expect(on(purl, tool({ name: "@acme/left-widget" })).kind).toBe("not_checked");
  });

  it("cannot judge an unknown version or ecosystem, and says so", () => {
    expect(on(purl, tool({ version: undefined }))).toEqual({
      kind: "not_checked",
      why: "its version is not known",
      named: true,
    });
    expect(on(purl, tool({ version: "2.8.x-custom!" })).kind).toBe("not_checked");
    expect(on(purl, tool({ provider: "Acme Inc" }))).toMatchObject({ why: "its package ecosystem is not known" });
  });
});

describe("the members of a ban", () => {
  it("must all match", () => {
    const terms = { type: "tool", name: "left-widget", provider: "NPM", version_range: ">=2 <3" } as const;
    expect(on(terms, tool()).kind).toBe("matched");
    expect(on({ ...terms, type: "skill" }, tool()).kind).toBe("clear");
    expect(on({ ...terms, version_range: "<2" }, tool()).kind).toBe("clear");
    expect(on({ ...terms, provider: "acme" }, tool()).kind).toBe("clear");
  });

  it("decide against a component only where one of them really differs", () => {
    const server = {
      id: "m",
      type: "mcp_server",
      name: "files",
      version: "1",
      mcp_server_fields: { tools: [] },
    } as unknown as AgbomComponent;
    expect(on({ endpoint: "https://evil.test" }, server)).toMatchObject({ kind: "not_checked", named: false });
    expect(on({ endpoint: "https://evil.test", name: "other" }, server).kind).toBe("clear");
    expect(
      on({ endpoint: "https://evil.test" }, { ...server, endpoint: "https://evil.test/a" } as AgbomComponent).kind,
    ).toBe("matched");
  });

  it("match a skill by the digest of its definition in any spelling", () => {
    const hex = "ab".repeat(32);
    const skill = (algorithm: string, value: string) =>
      ({
        id: "s",
        type: "skill",
        name: "s",
        skill_fields: { description: "", definition: { digest: { algorithm, value } } },
      }) as unknown as AgbomComponent;
    expect(on({ digest: `sha256:${hex}` }, skill("SHA-256", hex.toUpperCase())).kind).toBe("matched");
    expect(on({ digest: `sha256:${hex}` }, skill("sha-256", Buffer.from(hex, "hex").toString("base64"))).kind).toBe(
      "matched",
    );
    expect(on({ digest: `sha256:${hex}` }, skill("sha-256", "cd".repeat(32))).kind).toBe("clear");
    expect(on({ digest: `sha256:${hex}` }, skill("sha-512", "cd".repeat(64))).kind).toBe("not_checked");
  });

  it("match any component by the digest of its canonical text", () => {
    expect(on({ digest: `sha256:${contentHash(tool())}` }, tool()).kind).toBe("matched");
    expect(on({ digest: `sha256:${contentHash(tool())}` }, tool({ version: "2.8.2" })).kind).toBe("clear");
  });
});

describe("a component in use", () => {
  const declared = (component: AgbomComponent, server?: AgbomComponent): DeclaredComponent => ({
    component,
    held_by: server ? [server.id] : [],
    holders: server ? [{ component: server, changed: false }] : [],
    changed: false,
  });
  const server = {
    id: "m1",
    type: "mcp_server",
    name: "files",
    version: "1.2.0",
    endpoint: "https://mcp.example.test/files",
    mcp_server_fields: { tools: ["t1"] },
  } as unknown as AgbomComponent;
  const kinds = (terms: Partial<Ban>, subjects: ReturnType<typeof subjectsOfUse>) =>
    hitsOf([ban(terms)], subjects, 0).map(({ verdict, subject }) => `${verdict.kind} ${subject.type}`);

  it("is hit without being declared", () => {
    expect(kinds({ name: "left-widget" }, subjectsOfUse({ type: "tool", name: "LEFT_widget" }, []))).toEqual([
      "matched tool",
    ]);
    expect(
      kinds({ type: "tool", name: "read" }, subjectsOfUse({ type: "tool", name: "mcp__files__read" }, [])),
    ).toEqual(["matched tool"]);
  });

  it("is hit through the server that declares it, and through a provider that is the server", () => {
    const through = subjectsOfUse({ type: "tool", name: "left-widget" }, [declared(tool(), server)]);
    expect(kinds({ type: "mcp_server", name: "files" }, through)).toEqual(["matched mcp_server"]);
    expect(kinds({ endpoint: "https://mcp.example.test" }, through)).toEqual(["matched mcp_server"]);
    const provided = subjectsOfUse({ type: "tool", name: "read", provider: "files" }, []);
    expect(kinds({ type: "mcp_server", name: "files" }, provided)).toEqual(["matched mcp_server"]);
  });

  it("is judged by what is declared where the step says less", () => {
    const use = { type: "tool", name: "left-widget" } as const;
    expect(kinds({ name: "left-widget", version_range: "<2" }, subjectsOfUse(use, [declared(tool())]))).toEqual([]);
    expect(kinds({ name: "left-widget", version_range: "<2" }, subjectsOfUse(use, []))).toEqual(["not_checked tool"]);
    expect(kinds({ name: "left-widget", version_range: ">=2" }, subjectsOfUse(use, [declared(tool())]))).toEqual([
      "matched tool",
    ]);
  });

  it("means the declared component that agrees with what the step says", () => {
    const two = [declared(tool({ provider: "npm" })), declared(tool({ id: "t2", provider: "pypi" }))];
    const use = { type: "tool", name: "left-widget", provider: "pypi" } as const;
    expect(kinds({ name: "left-widget", provider: "npm" }, subjectsOfUse(use, two))).toEqual([]);
    expect(
      kinds({ name: "left-widget", provider: "npm" }, subjectsOfUse({ type: "tool", name: "left-widget" }, two)),
    ).toEqual(["matched tool"]);
  });

  it("is no longer hit when the ban is over, to the millisecond", () => {
    const subjects = subjectsOfUse({ type: "tool", name: "left-widget" }, []);
    const bans = [ban({ name: "left-widget", expires_at: 1000 })];
    expect(hitsOf(bans, subjects, 999)).toHaveLength(1);
    expect(hitsOf(bans, subjects, 1000)).toHaveLength(0);
  });
});

import { describe, expect, it } from "vitest";
import { readSettings } from "./settings";

const ENV = {
  GUARDIAN_URL: "http://127.0.0.1:8787/acs",
  GUARDIAN_AGENT_ID: "desk",
  GUARDIAN_KEY_ID: "k_1",
  GUARDIAN_SECRET: "c2VjcmV0",
  TOKEN: "t0ken",
};
const bearer = (variable: string) => `Authorization: Bearer \${${variable}}`;
const read = (...argv: readonly string[]) => readSettings(argv, ENV);

describe("the arguments of guardian-mcp", () => {
  it.each([
    [["--", "node", "lib/files.js"], "files"],
    [["--", "npx", "-y", "@scope/server-files", "/data"], "server-files"],
    [["--", "/opt/bin/files-mcp", "--port"], "files-mcp"],
    [["--url", "https://files.example.test/mcp"], "files.example.test"],
    [["--name", "mine", "--", "node", "x.js"], "mine"],
  ])("%j name the server %s", (argv, name) => {
    expect(read(...argv)).toMatchObject({ ok: true, value: { serverId: name } });
  });

  it("leave what stands behind -- to the server", () => {
    expect(read("--wait", "2", "--", "node", "x.js", "--wait", "--", "9")).toMatchObject({
      value: { waitMs: 2_000, upstream: { command: "node", args: ["x.js", "--wait", "--", "9"] } },
    });
  });

  it("take secrets of headers from the environment", () => {
    const url = ["--url", "https://files.example.test/mcp", "--header"];
    expect(read(...url, bearer("TOKEN"))).toMatchObject({
      value: { upstream: { headers: { Authorization: "Bearer t0ken" } } },
    });
    expect(read(...url, bearer("MISSING"))).toMatchObject({
      failure: expect.stringContaining("MISSING"),
    });
  });

  it.each([
    [[], "either"],
    [["--url", "https://a.test", "--", "node"], "either"],
    [["--url", "file:///etc/passwd"], "http"],
    [["--url", "nowhere"], "URL"],
    [["--listen", "0.0.0.0:80", "--", "node"], "this machine"],
    [["--listen", "x", "--", "node"], "PORT"],
    [["--wait", "soon", "--", "node"], "--wait"],
    [["--header", "A: b", "--", "node"], "--header"],
    [["--unheard-of", "--", "node"], "unheard-of"],
  ])("%j are refused", (argv, what) => {
    expect(read(...argv)).toMatchObject({ ok: false, failure: expect.stringContaining(what) });
  });

  it.each(["GUARDIAN_URL", "GUARDIAN_AGENT_ID", "GUARDIAN_KEY_ID", "GUARDIAN_SECRET"])("need %s", (name) => {
    const result = readSettings(["--", "node"], { ...ENV, [name]: undefined });
    expect(result).toMatchObject({ ok: false, failure: expect.stringContaining(name) });
  });
});

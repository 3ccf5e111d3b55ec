/** Names, versions and endpoints in comparable form. */
import { describe, expect, it } from "vitest";
import { underEndpoint } from "./endpoint";
import { ecosystemOf, mcpToolName, nameKey, parseName } from "./normalise";
import { inRange, isRange } from "./version-range";

describe("a comparable name", () => {
  it("is the same whatever letter case, separators, width and invisible characters say", () => {
    const spellings = [
      "left-widget",
      "Left_Widget",
      "left.widget",
      " left  widget ",
      "ｌｅｆｔ－widget",
      "left\u200b-wid\u00adget",
      "LEFT--WIDGET",
      "left\ufe0f-widget",
      "left\u2010widget",
      "left\u2011widget",
      "left\u2013\u203fwidget",
      "left\u2212widget",
    ];
    expect(new Set(spellings.map(nameKey))).toEqual(new Set(["left-widget"]));
  });

  it("is the same for letters of another script that draw alike", () => {
    expect(nameKey("l\u0435ft-widg\u0435t")).toBe("left-widget");
    expect(nameKey("\u0420\u0410YPAL")).toBe(nameKey("paypal"));
  });

  it("keeps different names apart", () => {
    expect(nameKey("leftwidget")).not.toBe(nameKey("left-widget"));
    expect(nameKey("left-widget2")).not.toBe(nameKey("left-widget"));
    expect(nameKey("größe")).toBe(nameKey("GRÖSSE"));
  });

  it("of any length takes no time, and is found behind any padding", () => {
    const long = "x\u0435-".repeat(300_000);
    expect(nameKey(long)).toMatch(/^long:900000:[0-9a-f]{64}$/);
    expect(nameKey(`${long}y`)).not.toBe(nameKey(long));
    expect(nameKey(`left${"\u200b".repeat(300_000)}${"-".repeat(300_000)}widget`)).toBe("left-widget");
    expect(parseName(`left-widget@2.8.1${"\u200b".repeat(300_000)}`)).toMatchObject({ key: "left-widget" });
    expect(mcpToolName(`mcp${"__a".repeat(2_000)}\n`)?.server).toBe("a");
    expect(mcpToolName(`mcp${"\u200b".repeat(300_000)}__evil__${"a".repeat(300_000)}`)?.server).toBe("evil");
  });

  it("holds a name called __proto__ and one without any visible character", () => {
    expect(nameKey("__proto__")).toBe("-proto-");
    expect(nameKey("\u200b\u2060")).toBe("");
  });
});

describe("package forms", () => {
  it.each([
    ["pkg:npm/left-widget@2.8.1", { key: "left-widget", ecosystem: "npm", version: "2.8.1" }],
    ["pkg:npm/%40acme/left-widget@2.8.1?arch=x#sub", { key: "@acme/left-widget", ecosystem: "npm", version: "2.8.1" }],
    ["pkg:npm/@acme/left-widget", { key: "@acme/left-widget", ecosystem: "npm", version: null }],
    ["PKG:PyPI/Left_Widget@2.8.1", { key: "left-widget", ecosystem: "pypi", version: "2.8.1" }],
    ["left-widget@2.8.1", { key: "left-widget", ecosystem: null, version: "2.8.1" }],
    ["@acme/left-widget@v2", { key: "@acme/left-widget", ecosystem: null, version: "v2" }],
    ["left-widget==2.8.1", { key: "left-widget", ecosystem: null, version: "2.8.1" }],
    ["left-widget@latest", { key: "left-widget", ecosystem: null, version: "latest" }],
    ["someone@example", { key: "someone@example", ecosystem: null, version: null }],
    ["100%", { key: "100%", ecosystem: null, version: null }],
  ])("reads %s", (text, parts) => {
    expect(parseName(text)).toEqual(parts);
  });

  it("knows ecosystems from vendors", () => {
    expect([ecosystemOf("npmjs.com"), ecosystemOf("PyPI"), ecosystemOf("Acme")]).toEqual(["npm", "pypi", null]);
  });

  it("reads the tool's and the server's name out of an MCP tool name", () => {
    expect(mcpToolName("mcp__files__read_file")).toEqual({ server: "files", tool: "read_file" });
    for (const name of ["MCP__files__read_file", "mcp\u200b__files__read_file", " ｍcp__files__read_file"])
      expect(mcpToolName(name)).toEqual({ server: "files", tool: "read_file" });
    expect(mcpToolName("read_file")).toBeNull();
  });
});

describe("a version range", () => {
  it.each([
    ["2.8.1", "2.8.1", "inside"],
    ["v2.8.1", "=2.8.1", "inside"],
    ["1.2", ">=1.2 <2", "inside"],
    ["2.0.0", ">=1.2 <2", "outside"],
    ["1.9.0-beta", ">=1.2 <2", "inside"],
    ["2.0.0-beta", ">=1.2 <2.0.0", "inside"],
    ["1.2.9", "1.2", "inside"],
    ["2024.01.05", ">=2024.1.1", "inside"],
    ["1.0_beta", ">=1.0", "unknown"],
    ["1.2.3.4", "<2", "unknown"],
    ["latest", "*", "unknown"],
    ["1.0_beta", "1.0_beta", "inside"],
    ["1.0_beta", "1.0_gamma", "outside"],
    ["2.8.1", "1.0_gamma", "outside"],
  ])("%s in %s is %s", (version, range, verdict) => {
    expect(inRange(version, range)).toBe(verdict);
  });

  it("is refused where it is neither a range nor a version", () => {
    expect([">=1.2 <2", "1.0_beta", "^1 || 3.x"].map(isRange)).toEqual([true, true, true]);
    expect(["", "  ", "anything at all", ">>1", "latest"].map(isRange)).toEqual([false, false, false, false, false]);
  });
});

describe("an endpoint", () => {
  it.each([
    ["https://mcp.example.test/files", "https://mcp.example.test", "inside"],
    ["https://mcp.example.test/files/a", "https://mcp.example.test/files", "inside"],
    ["https://mcp.example.test/files-2", "https://mcp.example.test/files", "outside"],
    ["https://MCP.example.test.:443/x/../files", "https://mcp.example.test/files/", "inside"],
    ["https://user:pw@mcp.example.test/%66iles?q#f", "mcp.example.test/files", "inside"],
    ["http://mcp.example.test/files", "https://mcp.example.test/files", "outside"],
    ["https://mcp.example.test.evil.test/", "https://mcp.example.test", "outside"],
    ["https://mcp.example.test:8443/", "https://mcp.example.test", "outside"],
    ["https://mcp.example.test:8443/a", "mcp.example.test:8443", "inside"],
    ["https://mcp.example.test:8443/a", "mcp.example.test", "inside"],
    ["wss://mcp.example.test/a", "mcp.example.test", "inside"],
    ["https://mcp.example.test/a", "mcp.example.test:8443", "outside"],
    ["npx server", "npx server", "inside"],
    ["npx server", "https://mcp.example.test", "unknown"],
  ])("%s under %s is %s", (endpoint, ban, verdict) => {
    expect(underEndpoint(endpoint, ban)).toBe(verdict);
  });
});

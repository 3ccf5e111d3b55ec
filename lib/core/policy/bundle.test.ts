import { describe, expect, it } from "vitest";
import { nobleCrypto } from "../crypto-noble";
import { bundleDigest, bundleText, DEFAULT_SETTINGS, type PolicyBundle, parseBundle } from "./bundle";
import { DEFAULT_BUNDLE } from "./default-bundle";

const GOOD: PolicyBundle = {
  v: "guardian-bundle/1",
  name: "test",
  settings: DEFAULT_SETTINGS,
  policies: [{ id: "a", text: "permit (principal, action, resource);" }],
};

const refusal = (text: string) => {
  const result = parseBundle(text);
  return result.ok ? null : result.failure;
};

describe("a bundle", () => {
  it("is read back as it was written", () => {
    const result = parseBundle(bundleText(DEFAULT_BUNDLE));
    expect(result.ok && bundleText(result.value)).toBe(bundleText(DEFAULT_BUNDLE));
  });

  it("has a digest over its text", () => {
    const digest = bundleDigest(nobleCrypto, bundleText(GOOD));
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const other = bundleText({ ...GOOD, settings: { ...DEFAULT_SETTINGS, ask_timeout_s: 901 } });
    expect(bundleDigest(nobleCrypto, other)).not.toBe(digest);
  });

  it("always has a timeout for questions", () => {
    expect(parseBundle(bundleText(GOOD)).ok).toBe(true);
    const { ask_timeout_s: _left, ...rest } = DEFAULT_SETTINGS;
    expect(refusal(JSON.stringify({ ...GOOD, settings: rest }))?.field).toBe("settings.ask_timeout_s");
  });
});

describe("a bundle with a mistake", () => {
  it.each(['"allways"', '"yes"', '{"always":["a"],"never":["a"]}', "true"])(
    "is refused with line and value for require_approval: %s",
    (value) => {
      const text = `{\n "v": "guardian-bundle/1",\n "name": "test",\n "settings": {\n  "ask_timeout_s": 900,\n  "require_approval": ${value}\n },\n "policies": []\n}`;
      const failure = refusal(text);
      expect(failure).toMatchObject({ reason: "bundle_invalid", field: "settings.require_approval", line: 6 });
      expect(failure?.message).toContain("line 6");
      expect(failure?.message).toContain(value);
    },
  );

  it.each<[string, object, string]>([
    ["another version", { ...GOOD, v: "guardian-bundle/2" }, "v"],
    ["no name", { ...GOOD, name: " " }, "name"],
    ["an unknown member", { ...GOOD, polices: [] }, "polices"],
    ["no policies", { ...GOOD, policies: [] }, "policies"],
    ["policies of the wrong type", { ...GOOD, policies: {} }, "policies"],
    ["a policy of the wrong type", { ...GOOD, policies: ["permit"] }, "policies[0]"],
    ["a policy without text", { ...GOOD, policies: [{ id: "a" }] }, "policies[0].text"],
    ["an odd policy id", { ...GOOD, policies: [{ id: "A b", text: "" }] }, "policies[0].id"],
    ["two policies of one id", { ...GOOD, policies: [GOOD.policies[0], GOOD.policies[0]] }, "policies[1].id"],
    ["an unknown member of a policy", { ...GOOD, policies: [{ id: "a", text: "", off: true }] }, "policies[0].off"],
    [
      "a timeout as text",
      { ...GOOD, settings: { ...DEFAULT_SETTINGS, ask_timeout_s: "900" } },
      "settings.ask_timeout_s",
    ],
    ["a timeout of zero", { ...GOOD, settings: { ...DEFAULT_SETTINGS, ask_timeout_s: 0 } }, "settings.ask_timeout_s"],
    [
      "a timeout without end",
      { ...GOOD, settings: { ...DEFAULT_SETTINGS, ask_timeout_s: 1e9 } },
      "settings.ask_timeout_s",
    ],
    ["half a second", { ...GOOD, settings: { ...DEFAULT_SETTINGS, use_within_s: 0.5 } }, "settings.use_within_s"],
    ["settings of the wrong type", { ...GOOD, settings: null }, "settings"],
    ["an odd group", { ...GOOD, groups: ["a b"] }, "groups[0]"],
    ["groups of the wrong type", { ...GOOD, groups: "finance" }, "groups"],
    ["a list instead of an object", [GOOD], ""],
  ])("is refused: %s", (_, bundle, field) => {
    expect(refusal(JSON.stringify(bundle))?.field).toBe(field);
  });

  it.each(["", "{", '{"v":1,"v":2}', "null", '"text"', "{} {}"])("is refused as text: %j", (text) => {
    expect(refusal(text)?.reason).toBe("bundle_invalid");
  });
});

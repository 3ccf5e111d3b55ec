import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyTransform, parsePath } from "./transform";
import type { AgentContext } from "./types";

const toolContext = (args: object): AgentContext =>
  ({
    spec: "agent-hooks/0.1",
    interception_point: "pre_tool_call",
    timestamp: "2026-01-01T00:00:00.000Z",
    sequence: 0,
    agent: { id: "a", framework: "reference" },
    session: { id: "s" },
    target: args,
    tool_call: { id: "c", name: "t", args },
  }) as unknown as AgentContext;

const own = JSON.parse('{"__proto__":1,"constructor":2,"a":{"b":[1,{"c":null}]},"0":"zero"}');
const apply = (path: string, value: unknown, args: object = own) =>
  applyTransform(toolContext(args), { path, value: value as never });

describe("the path of a transform", () => {
  it.each([
    ["$target", []],
    ["$policy_target", []],
    ["$target.a", ["a"]],
    ['$target["a-b"][0]._c', ["a-b", 0, "_c"]],
    ["$target[01]", [1]],
    ["$target.0", ["0"]],
    ["$target.__proto__", ["__proto__"]],
  ])("reads %s", (path, segments) => {
    expect(parsePath(path)).toEqual({ ok: true, value: segments });
  });

  it.each(["$target.", "$targetx", "$targets.x", "$target..a", "$target[*]", "$target[-1]", "$target[0:1]"])(
    "finds %s invalid",
    (path) => {
      expect(parsePath(path)).toEqual({ ok: false, failure: "host_error:transform_invalid" });
    },
  );

  it.each(["$target.a b", "$target.é", "$target['a']", '$target[""]', "$target[]", "$target\n", "$target.a\n"])(
    "finds %j invalid",
    (path) => {
      expect(parsePath(path)).toEqual({ ok: false, failure: "host_error:transform_invalid" });
    },
  );

  it.each(["", "target", "$", "$.a", "$context.a", " $target", "$agent.id"])("forbids another root: %j", (path) => {
    expect(parsePath(path)).toEqual({ ok: false, failure: "host_error:transform_target_forbidden" });
  });
});

describe("a transform", () => {
  it("rewrites the target and its mirror, and nothing else", () => {
    const before = toolContext(own);
    const result = applyTransform(before, { path: "$target.a.b[1].c", value: "x" });
    const args = JSON.parse('{"__proto__":1,"constructor":2,"a":{"b":[1,{"c":"x"}]},"0":"zero"}');
    const after = toolContext(args);
    expect(result.ok && JSON.stringify(result.value)).toBe(JSON.stringify(after));
    expect(JSON.stringify(before)).toBe(JSON.stringify(toolContext(own)));
  });

  it.each(["__proto__", "constructor"])("treats %s as a name", (name) => {
    const result = apply(`$target.${name}`, "new");
    expect(result.ok && JSON.stringify(result.value.target)).toContain(`"${name}":"new"`);
    expect(apply(`$target.${name}`, "new", { a: 1 })).toEqual({ ok: false, failure: "host_error:transform_invalid" });
    expect(Object.prototype).not.toHaveProperty("new");
  });

  it("may write null", () => {
    expect(apply("$target.a", null)).toMatchObject({ ok: true, value: { target: { a: null } } });
  });

  it.each(["$target.missing", "$target.a.b[2]", "$target.a.b.x", "$target.a[0]", "$target.a.b[1].c.d", "$target[0]"])(
    "cannot add or cross what is not there: %s",
    (path) => {
      expect(apply(path, 1)).toEqual({ ok: false, failure: "host_error:transform_invalid" });
    },
  );

  it("may replace the whole target, but not by what the point does not take", () => {
    expect(apply("$target", { all: "new" })).toMatchObject({
      ok: true,
      value: { target: { all: "new" }, tool_call: { args: { all: "new" } } },
    });
    expect(apply("$target", "text")).toEqual({ ok: false, failure: "host_error:transform_invalid" });
  });

  it("changes what the path names and nothing beside it, in any target", () => {
    fc.assert(
      fc.property(fc.dictionary(NAME, fc.jsonValue()), fc.jsonValue(), fc.nat(), (args, value, choice) => {
        const paths = pathsOf(args, "$target");
        const path = paths[choice % paths.length] as string;
        const before = JSON.stringify(toolContext(args));
        const result = apply(path, value, args);
        // a value that is no object cannot be the arguments
        fc.pre(path !== "$target" || result.ok);
        const rewritten = result.ok ? (result.value.target as object) : {};
        const back = apply(path, at(args, path), rewritten);
        expect(at(rewritten, path)).toEqual(value);
        expect(back.ok && back.value.target).toEqual(args);
        expect(JSON.stringify(toolContext(args))).toBe(before);
      }),
    );
  });
});

const NAME = fc.stringMatching(/^[A-Za-z0-9_-]{1,4}$/);

function pathsOf(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.flatMap((item, i) => pathsOf(item, `${path}[${i}]`))
    : Object.entries(value)
        .filter(([name]) => /^[A-Za-z0-9_-]+$/.test(name))
        .flatMap(([name, item]) => pathsOf(item, `${path}["${name}"]`));
  return [path, ...inner];
}

function at(value: unknown, path: string): unknown {
  const steps = parsePath(path);
  let here = value;
  for (const step of steps.ok ? steps.value : []) here = (here as Record<string | number, unknown>)[step];
  return here;
}

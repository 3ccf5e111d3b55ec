/** A session of the Python host whose Guardian allows everything but what a test says. */
import { describe, expect, it } from "vitest";
import { pythons, runPython } from "./python-agent";

const PRELUDE = `
import json
from guardian_hooks import Blocked, GuardedSession
seen = []
session = GuardedSession("http://127.0.0.1:9", "agent", "key", b"x" * 32)
verdicts = {}
def send(_path, _method, payload, _timeout):
    seen.append(payload)
    point = payload.get("context", {}).get("interception_point")
    verdict = verdicts.get(point, {"decision": "allow"})
    return {"verdict": verdict() if callable(verdict) else verdict}
session._link.send = send
session.startup(["t"])
def fails(_args):
    raise ValueError("SECRET")
def raised(run):
    try:
        session.tool("t", {}, run)
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"
`;
const say = "\nprint(json.dumps(told))";

for (const python of pythons()) {
  describe(`a tool under ${python}`, () => {
    it("that fails is judged by its text, and its error goes on as it is", () => {
      const program = `${PRELUDE}told = [raised(fails), seen[-1]["context"]["target"]]${say}`;
      expect(runPython(python, program, "")).toEqual(["ValueError: SECRET", "ValueError: SECRET"]);
    });

    it("that fails with a text that may not go on fails with the permitted one alone", () => {
      const rewrite = `{"decision": "transform", "transform": {"path": "$target", "value": "failed"}}`;
      const program = `${PRELUDE}verdicts["post_tool_call"] = ${rewrite}\ntold = raised(fails)${say}`;
      expect(runPython(python, program, "")).toBe("ToolFailed: failed");
    });

    it.each(['"\\ud800"', '"n" * 300'])("that a model names %s is left off its record, which can be sent", (name) => {
      const program = `${PRELUDE}from canonical_json import canonical_bytes
try:
    session.tool(${name}, {}, fails)
except Exception:
    pass
canonical_bytes(session.records)
told = [record["interception_point"] for record in session.records if "tool" not in record]${say}`;
      const points = ["agent_startup", "pre_tool_call"];
      expect(runPython(python, program, "")).toEqual(expect.arrayContaining(points));
    });

    it("that was permitted when its session had ended does not run", () => {
      const program = `${PRELUDE}ran = []
def late():
    session.shutdown("cancelled")
    return {"decision": "allow"}
verdicts["pre_tool_call"] = late
told = [raised(lambda args: ran.append(args)), ran]${say}`;
      expect(runPython(python, program, "")).toEqual(["Blocked: pre_tool_call denied: host_error:context_invalid", []]);
    });
  });
}

"""An Agent Hooks 0.1 host in Python, governed by a Guardian. Standard library only.

Every action of an agent passes one point. Nothing happens before the Guardian's signed verdict permits it, and whatever
goes wrong denies: an answer that is late, missing, forged or unreadable is never an allow. What the Guardian cannot decide
waits for people in its queue; their approval lifts the very context that waits, and no other.
"""

import copy
import threading
import time
import uuid

from canonical_json import NotCanonical, canonical_bytes
from context_identity import context_identity
from guardian_link import GuardianLink, GuardianUnavailable, utc_now

SPEC = "agent-hooks/0.1"
INTERCEPT = "guardian/agentHooks/intercept"
RESOLVE = "guardian/agentHooks/resolve"
RECORDS = "guardian/agentHooks/records"
FIXED_POINTS = ("agent_startup", "agent_shutdown")
# where a point's target stands a second time
ALIASES = {
    "input": ("input",),
    "pre_model_call": ("messages",),
    "post_model_call": ("response",),
    "pre_tool_call": ("tool_call", "args"),
    "post_tool_call": ("tool_result", "value"),
    "output": ("output",),
}


class Blocked(Exception):
    """The action must not happen. `reason` is a machine word, `message` is for people; neither holds the target."""

    def __init__(self, point, verdict):
        super().__init__(f"{point} denied: {verdict.get('reason', 'denied')}")
        self.point = point
        self.reason = verdict.get("reason", "denied")
        self.message = verdict.get("message", "")


class ToolFailed(Exception):
    """Stands for a tool's own error whose text was rewritten: the original would carry the old text past the verdict."""


def host_deny(reason):
    return {"decision": "deny", "reason": f"host_error:{reason}"}


class GuardedSession:
    """One run of an agent: `startup`, then turns of `input`, `model`, `tool` and `output`, then `shutdown`."""

    def __init__(self, url, agent_id, key_id, secret, **options):
        self.session_id = options.get("session_id") or str(uuid.uuid4())
        self.framework = options.get("framework", "python")
        self.agent_id = agent_id
        self.timeout_s = options.get("timeout_s", 15)
        self.people_s = options.get("people_s", 1800)
        self.records = []
        # why the Guardian could last not be asked, in words for whoever runs the agent
        self.problem = None
        self._link = GuardianLink(url, agent_id, key_id, secret, self.session_id)
        self._lock = threading.Lock()
        self._sequence = 0
        self._ended = False
        self._startup_denied = False

    # the eight points

    def startup(self, tools):
        """Once, first. Denied: only `shutdown("error")` may follow."""
        target = {"tools_registered": list(tools)}
        try:
            self._pass("agent_startup", {"agent_init": target}, target)
        except Blocked:
            self._startup_denied = True
            raise

    def input(self, content, role="user"):
        """The request to go on with."""
        target = {"content": content, "role": role}
        return self._pass("input", {"input": target}, target)["content"]

    def model(self, model_id, messages, call):
        """`call(messages)` gives the whole response: content, tool_calls, finish_reason."""
        model = {"id": model_id}
        permitted = self._pass("pre_model_call", {"model": model, "messages": messages}, messages)
        response = call(copy.deepcopy(permitted))
        return self._pass("post_model_call", {"model": model, "response": response}, response)

    def tool(self, name, args, run, **options):
        """Runs `run(args)` with the permitted arguments. `claims` names an approval that this call says it has.

        What `run` raises is judged by its text like a result, and then raised."""
        call = {"id": options.get("call_id") or str(uuid.uuid4()), "name": name, "args": args}
        claims = options.get("claims")
        more = {} if claims is None else {"extensions": {"guardian": {"approval_id": claims}}}
        permitted = self._pass("pre_tool_call", {"tool_call": call, **more}, args)
        failure = None
        try:
            value = run(copy.deepcopy(permitted))
        except Exception as fault:  # noqa: BLE001 - any failure of a tool is a result to be judged
            failure, value = fault, _error_text(fault)
        members = {
            "tool_call": {**call, "args": permitted},
            "tool_result": {"value": value, "is_error": failure is not None},
        }
        judged = self._pass("post_tool_call", members, value)
        if failure is not None:
            raise failure if judged == value else ToolFailed(str(judged))
        return judged

    def output(self, content):
        """The answer to hand out."""
        target = {"content": content}
        return self._pass("output", {"output": target}, target)["content"]

    def shutdown(self, reason="completed"):
        """Once, last. Never raises; hands the records over as far as the Guardian can be reached."""
        if self._ended:
            return
        target = {"reason": reason}
        try:
            self._pass("agent_shutdown", {"summary": target}, target)
        except Blocked:
            pass
        self._ended = True
        self._hand_records()

    # one emission

    def _pass(self, point, members, target):
        """The permitted target. Raises Blocked."""
        context = self._context(point, members, target)
        round_ = _Round()
        verdict = host_deny("context_invalid") if self._is_over(point) else self._judge(context, round_)
        # people may have taken long, and the run may have ended meanwhile
        if self._is_over(point):
            verdict = host_deny("context_invalid")
        enforced = self._enforced(context, verdict, round_)
        self.records.append(_record(context, round_, enforced))
        if enforced["verdict"]["decision"] == "deny":
            raise Blocked(point, enforced["verdict"])
        return enforced["target"]

    def _is_over(self, point):
        return self._ended or (self._startup_denied and point != "agent_shutdown")

    def _context(self, point, members, target):
        with self._lock:
            sequence = self._sequence
            self._sequence += 1
        context = {
            "spec": SPEC,
            "interception_point": point,
            "timestamp": utc_now(),
            "sequence": sequence,
            "agent": {"id": self.agent_id, "framework": self.framework},
            "session": {"id": self.session_id},
            "target": target,
            **members,
        }
        # what is judged is what will happen, whoever changes the originals meanwhile
        return copy.deepcopy(context)

    def _judge(self, context, round_):
        try:
            round_.identity = context_identity(context)
        except (NotCanonical, KeyError, TypeError):
            return host_deny("context_invalid")
        try:
            result = self._link.send("/agent-hooks/intercept", INTERCEPT, {"context": context}, self.timeout_s)
        except GuardianUnavailable as fault:
            self.problem = str(fault)
            return host_deny("interceptor_failed")
        verdict = _gated(result.get("verdict"))
        round_.asked = verdict
        is_liftable = verdict["decision"] == "deny" and isinstance(verdict.get("approval"), dict)
        if not is_liftable or context["interception_point"] == "agent_shutdown":
            return verdict
        return self._resolve(context, verdict, round_)

    def _resolve(self, context, verdict, round_):
        """Waits for people. The answer must name the identity that the Guardian stored with their decision."""
        round_.resolved_by = "rejection"
        try:
            resolution = self._ask_people(context, verdict, round_.identity)
        except GuardianUnavailable as fault:
            self.problem = str(fault)
            return host_deny("approval_resolver_failed")
        if resolution is None:
            return host_deny("approval_unresolved")
        if not isinstance(resolution, dict) or resolution.get("context_identity") != round_.identity:
            return host_deny("approval_identity_mismatch")
        outcome, told = resolution.get("outcome"), resolution.get("verdict")
        if outcome not in ("approve", "reject", "unresolved") or (told is None) != (outcome == "unresolved"):
            return host_deny("approval_resolver_failed")
        if outcome == "unresolved":
            return host_deny("approval_unresolved")
        lifted = _gated(told)
        if (lifted["decision"] == "deny") != (outcome == "reject"):
            return host_deny("verdict_invalid")
        if outcome == "approve":
            round_.resolved_by = "approval"
        return lifted

    def _ask_people(self, context, verdict, identity):
        """None where nobody decided in time."""
        request = {
            "context_identity": identity,
            "interception_point": context["interception_point"],
            "verdict": verdict,
            "context": context,
        }
        until = time.monotonic() + self.people_s
        while True:
            left = until - time.monotonic()
            if left <= 0:
                return None
            wait_ms = int(min(left, 20) * 1000)
            payload = {"request": request, "wait_ms": wait_ms}
            result = self._link.send("/agent-hooks/resolve", RESOLVE, payload, wait_ms / 1000 + self.timeout_s)
            if "resolution" in result:
                return result["resolution"]
            if result.get("state") == "unknown":
                return None
            # an answer that came at once is not asked for again at once
            time.sleep(min(0.2, max(0, left)))

    def _enforced(self, context, verdict, round_):
        """What is really gone on with, and the identity of the context that it makes."""
        if verdict["decision"] != "transform":
            return {"verdict": verdict, "target": context["target"], "identity": round_.identity}
        point, alias = context["interception_point"], ALIASES.get(context["interception_point"])
        if alias is None or not _keeps_shape(point, verdict["transform"]["value"]):
            denied = host_deny("transform_target_forbidden" if alias is None else "transform_invalid")
            return {"verdict": denied, "target": None, "identity": round_.identity}
        target = verdict["transform"]["value"]
        rewritten = {**context, "target": target, alias[0]: target}
        if len(alias) == 2:
            rewritten[alias[0]] = {**context[alias[0]], alias[1]: target}
        try:
            identity = context_identity(rewritten)
        except (NotCanonical, KeyError, TypeError):
            return {"verdict": host_deny("context_invalid"), "target": None, "identity": None}
        return {"verdict": verdict, "target": target, "identity": identity}

    def _hand_records(self):
        for start in range(0, len(self.records), 100):
            try:
                payload = {"records": self.records[start : start + 100]}
                self._link.send("/agent-hooks/records", RECORDS, payload, self.timeout_s)
            except GuardianUnavailable:
                return


class _Round:
    """What one emission came to on its way."""

    def __init__(self):
        self.identity = None
        self.asked = None
        self.resolved_by = None


def _gated(verdict):
    """The verdict, or the deny that stands in its place (Agent Hooks section 4)."""
    invalid = host_deny("verdict_invalid")
    if not isinstance(verdict, dict) or verdict.get("decision") not in ("allow", "deny", "transform"):
        return invalid
    texts = [verdict.get("reason"), verdict.get("message")]
    if any(text is not None and not isinstance(text, str) for text in texts):
        return invalid
    if (verdict.get("reason") or "").startswith("host_error:"):
        return invalid
    if verdict.get("approval") is not None and verdict["decision"] != "deny":
        return invalid
    transform = verdict.get("transform")
    if (transform is None) != (verdict["decision"] != "transform"):
        return invalid
    if transform is None:
        return verdict
    if not isinstance(transform, dict):
        return invalid
    # the Guardian rewrites whole targets; any other path is not one of its verdicts
    if transform.get("path") != "$target":
        return host_deny("transform_invalid")
    return {**verdict, "transform": {"path": "$target", "value": transform.get("value")}}


def _error_text(fault):
    """All that may be printed of it. Its arguments decide it, so that it may fail itself."""
    try:
        text = f"{type(fault).__name__}: {fault}"
        text.encode("utf-8")
        return text
    except Exception:  # noqa: BLE001 - a tool's error can be of any making
        return type(fault).__name__


def _keeps_shape(point, value):
    if point in ("input", "output"):
        return isinstance(value, dict) and "content" in value
    if point in ("pre_tool_call", "post_model_call"):
        return isinstance(value, dict)
    return isinstance(value, list) if point == "pre_model_call" else True


def _record(context, round_, enforced):
    """Payload-free (Agent Hooks section 11)."""
    verdict = enforced["verdict"]
    tool = context.get("tool_call", {}).get("name")
    record = {
        "interception_point": context["interception_point"],
        "mode": "enforce",
        "verdict": _payload_free(verdict),
        "input_identity": round_.identity,
        "enforced_identity": enforced["identity"],
        "identity_provider": "jcs-sha256",
        "session_id": context["session"]["id"],
        "sequence": context["sequence"],
        "timestamp": context["timestamp"],
        "decided_by": None if verdict["decision"] == "allow" and round_.resolved_by is None else 0,
        "composition": {"profile": "sequential/first_deny", "on_approval": "stop"},
        "fold_truncated": False,
        "interceptors_registered": 1,
    }
    if round_.identity is None:
        record["decided_by"] = None
    if round_.asked is not None:
        summary = {"index": 0, "decision": round_.asked["decision"], "name": "guardian"}
        if isinstance(round_.asked.get("reason"), str):
            summary["reason"] = round_.asked["reason"]
        record["verdicts"] = [summary]
    if round_.resolved_by is not None:
        record["resolved_by"] = round_.resolved_by
    if _is_name(tool):
        record["tool"] = tool
    return record


def _is_name(tool):
    """A model can make up any name; a record that cannot be sent would hold up all others."""
    try:
        return isinstance(tool, str) and len(tool.encode("utf-8")) <= 256
    except UnicodeEncodeError:
        return False


def _payload_free(verdict):
    kept = {name: verdict[name] for name in ("decision", "reason") if verdict.get(name) is not None}
    if isinstance(verdict.get("message"), str):
        kept["message"] = _short(verdict["message"])
    if isinstance(verdict.get("approval"), dict):
        kept["approval"] = {}
    if verdict["decision"] == "transform":
        kept["transform"] = {"path": verdict["transform"]["path"]}
    if isinstance(verdict.get("evidence"), dict) and len(canonical_bytes(verdict["evidence"])) <= 10240:
        kept["evidence"] = verdict["evidence"]
    if isinstance(verdict.get("warnings"), list):
        kept["warnings"] = [
            {name: _short(text) for name, text in warning.items() if name in ("reason", "message")}
            for warning in verdict["warnings"][:100]
            if isinstance(warning, dict) and all(isinstance(text, str) for text in warning.values())
        ]
    return kept


def _short(text):
    encoded = text.encode("utf-8")
    return text if len(encoded) <= 256 else encoded[:256].decode("utf-8", "ignore") + "\u2026"

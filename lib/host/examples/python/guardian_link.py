"""Signed messages to a Guardian and its signed answers (ACS section 10). Standard library only."""

import base64
import datetime
import hashlib
import hmac
import http.client
import secrets
import time
import urllib.request
import uuid

from canonical_json import NotCanonical, canonical_bytes, read_json

ACS_VERSION = "0.1.0"
MAX_ANSWER_BYTES = 8 * 1024 * 1024


class GuardianUnavailable(Exception):
    """There is no answer that may be believed. Whoever catches this must not act."""


class GuardianRefused(GuardianUnavailable):
    """The Guardian's own signed error; `reason` is its word."""

    def __init__(self, reason):
        super().__init__(f"the Guardian refused: {reason}")
        self.reason = reason


def session_key(secret, session_id):
    """HKDF-SHA256 (RFC 5869) without salt, info = the session id as it is sent, 32 bytes."""
    extracted = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    return hmac.new(extracted, session_id.encode("utf-8") + b"\x01", hashlib.sha256).digest()


def utc_now():
    """RFC 3339, UTC, milliseconds."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03d}Z"


class GuardianLink:
    """One session's messages. Nothing is sent unsigned, and nothing is believed unsigned."""

    def __init__(self, url, agent_id, key_id, secret, session_id):
        if len(secret) < 32:
            raise ValueError("the secret must have 32 bytes or more")
        # `npm run keys` prints the address of the ACS listener; these methods have addresses of their own beside it
        self.url = url.rstrip("/").removesuffix("/acs")
        self.agent_id = agent_id
        self.key_id = key_id
        self.session_id = session_id
        self._key = session_key(secret, session_id)

    def send(self, path, method, payload, timeout_s):
        """The verified `result`. Raises GuardianUnavailable for everything else."""
        request_id = str(uuid.uuid4())
        envelope = {
            "jsonrpc": "2.0",
            "method": method,
            "id": request_id,
            "params": {
                "acs_version": ACS_VERSION,
                "request_id": request_id,
                "timestamp": utc_now(),
                "nonce": secrets.token_urlsafe(24),
                "metadata": {"agent_id": self.agent_id, "session_id": self.session_id, "platform": "python"},
                "payload": payload,
            },
        }
        try:
            envelope["params"]["signature"] = {
                "algorithm": "HMAC-SHA256",
                "value": self._mac(envelope),
                "key_id": self.key_id,
            }
            body = canonical_bytes(envelope)
        except NotCanonical as fault:
            raise GuardianUnavailable(f"the message cannot be sent: {fault}") from None
        return self._result(self._post(path, body, timeout_s), request_id)

    def _post(self, path, body, timeout_s):
        request = urllib.request.Request(
            self.url + path, data=body, method="POST", headers={"content-type": "application/json"}
        )
        until = time.monotonic() + timeout_s
        try:
            with _OPENER.open(request, timeout=timeout_s) as response:
                answer = response.read(MAX_ANSWER_BYTES + 1)
        except (OSError, http.client.HTTPException, ValueError) as fault:
            raise GuardianUnavailable(f"no answer: {type(fault).__name__}") from None
        # the socket's own limit starts anew with every byte
        if time.monotonic() > until:
            raise GuardianUnavailable("the answer is too late")
        if len(answer) > MAX_ANSWER_BYTES:
            raise GuardianUnavailable("the answer is too large")
        return answer

    def _result(self, answer, request_id):
        try:
            envelope = read_json(answer.decode("utf-8"))
            self._verify(envelope)
        except (NotCanonical, UnicodeError):
            raise GuardianUnavailable("the answer cannot be read") from None
        if envelope.get("id") != request_id:
            raise GuardianUnavailable("the answer belongs to another message")
        if "error" in envelope:
            data = envelope["error"].get("data")
            raise GuardianRefused(str(data.get("reason", "unknown")) if isinstance(data, dict) else "unknown")
        result = envelope["result"]
        if result.get("request_id") != request_id:
            raise GuardianUnavailable("the answer belongs to another message")
        return result

    def _verify(self, envelope):
        """The signature must be this session's own, whatever the answer says of itself."""
        site = "error" if isinstance(envelope, dict) and "error" in envelope else "result"
        holder = envelope.get(site) if isinstance(envelope, dict) else None
        signature = holder.get("signature") if isinstance(holder, dict) else None
        if not isinstance(signature, dict):
            raise GuardianUnavailable("the answer is not signed")
        unsigned = {**envelope, site: {name: value for name, value in holder.items() if name != "signature"}}
        genuine = (
            signature.get("algorithm") == "HMAC-SHA256"
            and signature.get("key_id") == self.key_id
            and isinstance(signature.get("value"), str)
            and hmac.compare_digest(signature["value"].encode("utf-8"), self._mac(unsigned).encode("utf-8"))
        )
        if not genuine:
            raise GuardianUnavailable("the answer's signature does not verify")

    def _mac(self, envelope):
        return base64.b64encode(hmac.new(self._key, canonical_bytes(envelope), hashlib.sha256).digest()).decode("ascii")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """An answer comes from the address that was asked."""

    def redirect_request(self, *_args, **_kwargs):
        return None


# no proxy of the environment stands between an agent and its Guardian
_OPENER = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({}))

/** A node:http peer that answers as told, faults included: for what a real Guardian never does to a client. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { nobleCrypto } from "../core/crypto-noble";
import { fromPlainObject, memberAt } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import { readJson } from "../core/json/read";
import { isJsonObject, type JsonObject } from "../core/json/value";
import { sessionKey, signEnvelope, verifyEnvelope } from "../core/wire/signature";

/** A request that arrived, with its signature checked. */
export interface Received {
  readonly method: string;
  readonly requestId: string;
  readonly sessionId: string;
  readonly signed: boolean;
  readonly payload: JsonObject;
  readonly metadata: JsonObject;
  readonly text: string;
}

export type Reply =
  | { readonly kind: "text"; readonly text: string; readonly status?: number; readonly delayMs?: number }
  | { readonly kind: "reset" }
  | { readonly kind: "silence" };

export type Script = (received: Received, peer: Peer) => Reply | undefined;

/** Makes well-formed signed answers, so that each test breaks exactly one thing. */
export interface Peer {
  result(received: Received, members: Record<string, unknown>, wrong?: WrongParts): Reply & { kind: "text" };
  error(received: Received, code: number, reason: string): Reply & { kind: "text" };
}

export interface WrongParts {
  readonly id?: string;
  readonly requestId?: string;
  readonly key?: Uint8Array;
  readonly unsigned?: boolean;
}

export interface FaultServer {
  readonly url: string;
  readonly received: Received[];
  /** How many connections were opened so far. */
  connections(): number;
  close(): Promise<void>;
}

const TERMS = {
  negotiated_version: "0.1.0",
  selected_transport: "http",
  timeout_config: { default_ms: 2_000 },
  on_decision_failure: "proceed",
};

/** Answers hello with TERMS (all offered methods, posture left to the client) and every step with allow, unless the script replies. */
export async function startFaultServer(secret: Uint8Array, script: Script): Promise<FaultServer> {
  const received: Received[] = [];
  let connections = 0;
  const peer = createPeer(secret);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const message = readMessage(secret, Buffer.concat(chunks));
      received.push(message);
      const reply = script(message, peer) ?? usual(message, peer);
      if (reply.kind === "silence") return;
      if (reply.kind === "reset") {
        request.socket.destroy();
        return;
      }
      setTimeout(() => {
        response.writeHead(reply.status ?? 200, { "content-type": "application/json" });
        response.end(reply.text);
      }, reply.delayMs ?? 0);
    });
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("no port");
  return {
    url: `http://127.0.0.1:${address.port}/acs`,
    received,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function usual(message: Received, peer: Peer): Reply {
  if (message.method !== "handshake/hello") return peer.result(message, { decision: "allow" });
  return peer.result(message, { ...TERMS, methods_evaluated: message.payload.methods_implemented });
}

function createPeer(secret: Uint8Array): Peer {
  const text = (envelope: JsonObject): Reply & { kind: "text" } => ({ kind: "text", text: canonicalText(envelope) });
  return {
    result(received, members, wrong = {}) {
      const head =
        received.method === "handshake/hello"
          ? {}
          : { type: "final", acs_version: "0.1.0", request_id: wrong.requestId ?? received.requestId };
      const envelope = fromPlainObject({
        jsonrpc: "2.0",
        id: wrong.id ?? received.requestId,
        result: { ...head, ...members },
      });
      if (wrong.unsigned) return text(envelope);
      const key = wrong.key ?? sessionKey(nobleCrypto, secret, received.sessionId);
      return text(signEnvelope(nobleCrypto, envelope, "result", key, "k1"));
    },
    error(received, code, reason) {
      const error = { code, message: "refused", data: { reason, message: "refused" } };
      const envelope = fromPlainObject({ jsonrpc: "2.0", id: received.requestId, error });
      const key = sessionKey(nobleCrypto, secret, received.sessionId);
      return text(signEnvelope(nobleCrypto, envelope, "error", key, "k1"));
    },
  };
}

function readMessage(secret: Uint8Array, body: Uint8Array): Received {
  const read = readJson(body);
  if (!read.ok || !isJsonObject(read.value)) throw new TypeError("the client sent no JSON object");
  const envelope = read.value;
  const at = (...path: string[]) => memberAt(envelope, "params", ...path);
  const text = (...path: string[]) => String(at(...path) ?? "");
  const object = (name: string) => {
    const value = at(name);
    return isJsonObject(value) ? value : fromPlainObject({});
  };
  const sessionId = text("metadata", "session_id");
  return {
    method: String(envelope.method),
    requestId: text("request_id"),
    sessionId,
    signed: verifyEnvelope(nobleCrypto, envelope, "params", sessionKey(nobleCrypto, secret, sessionId)).ok,
    payload: object("payload"),
    metadata: object("metadata"),
    text: new TextDecoder().decode(body),
  };
}

/** An ask as the Guardian words it, with the acs-approval/1 extension. */
export const askMembers = (approvalId: string, timeoutSeconds = 30) => ({
  decision: "ask",
  reasoning: "A person must decide.",
  ask_details: {
    approver: { type: "human", id: "group:approvers" },
    question: "Refund 840 EUR to cust_1042?",
    timeout_seconds: timeoutSeconds,
    timeout_disposition: "deny",
  },
  policy_data: {
    approval: { approval_id: approvalId, action_digest: "sha256:00", expires_at: "2026-11-30T10:10:00Z" },
  },
});

export const approvalMembers = (state: string, more: Record<string, unknown> = {}) => ({
  extension: "acs-approval/1",
  state,
  ...more,
});

export const newApprovalId = () => `apr_${randomUUID()}`;

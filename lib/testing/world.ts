/** A whole Guardian on a database of its own, with an agent, its key and people: for integration tests. */
import { randomBytes, randomUUID } from "node:crypto";
import { actionDigest } from "../core/approval/action";
import { canonicalText } from "../core/json/canonical";
import { readJson, readJsonText } from "../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { bundleDigest, bundleText, type PolicyBundle } from "../core/policy/bundle";
import { DEFAULT_BUNDLE } from "../core/policy/default-bundle";
import type { SessionContext } from "../core/session/context";
import type { GuardianCapabilities } from "../core/wire/capabilities";
import { EVALUATED_METHODS } from "../core/wire/hooks/registry";
import { resolveApproval } from "../guardian/approvals/resolve";
import { serveView } from "../guardian/approvals/serve-view";
import { contextOf } from "../guardian/contexts";
import type { GuardianDeps } from "../guardian/deps";
import type { Guardian } from "../guardian/handle";
import { type Container, createContainer } from "../server/container";
import { nodeCrypto } from "../server/crypto-node";
import { publishBundle } from "../storage/bundles";
import { testDatabase } from "./database";
import { messageBytes, type ScriptedIdentity, type ScriptedSession, scriptedSession } from "./scripted-agent";

export interface World {
  readonly container: Container;
  readonly deps: GuardianDeps;
  readonly guardian: Guardian;
  readonly master: Buffer;
  agent(settings?: AgentOptions): Promise<ScriptedIdentity & { readonly key: string }>;
  person(options?: PersonOptions): Promise<TestPerson>;
  publish(bundle: PolicyBundle): Promise<void>;
  /** Another process's worth of ports on the same database. */
  replica(capabilities?: Partial<GuardianCapabilities>): Promise<Container>;
  close(): Promise<void>;
}

/** What the store holds of a session's context. */
export async function contextIn(container: Container, session: ScriptedSession): Promise<SessionContext> {
  const row = await container.store.session("default", session.sessionId.toLowerCase());
  if (!row) throw new Error("there is no such session");
  return contextOf(row.session);
}

export interface AgentOptions {
  readonly agentId?: string;
  readonly canAsk?: boolean;
  readonly canModify?: boolean;
  readonly askSubstitute?: "hold" | "deny" | "defer";
  readonly timeoutMs?: number;
  readonly pendingCap?: number;
  readonly ownerId?: string;
  readonly requiredMethods?: readonly string[];
}

export interface PersonOptions {
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
  readonly kind?: "person" | "service";
  readonly email?: string;
}

export interface TestPerson {
  readonly id: string;
  readonly email: string;
  readonly signInId: string;
}

export async function world(): Promise<World> {
  const database = await testDatabase();
  const master = randomBytes(32);
  const open = (capabilities: Partial<GuardianCapabilities> = {}) =>
    createContainer({
      url: database.url,
      master,
      consoleUrl: "http://localhost:3000",
      capabilities,
      log: () => undefined,
    });
  const container = await open();
  const opened: Container[] = [container];
  const publish = async (bundle: PolicyBundle): Promise<void> => {
    const content = bundleText(bundle);
    const digest = bundleDigest(nodeCrypto, content);
    await publishBundle(container.pool, { tenantId: "default", content, digest, publishedBy: null });
  };
  await publish(DEFAULT_BUNDLE);
  return {
    container,
    deps: container.deps,
    guardian: container.guardian,
    master,
    agent: (options) => addAgent(container, options ?? {}),
    person: (options) => addPerson(container, options ?? {}),
    publish,
    replica: async (capabilities) => {
      const another = await open(capabilities);
      opened.push(another);
      return another;
    },
    close: async () => {
      for (const each of opened) await each.close();
      await database.drop();
    },
  };
}

async function addAgent(container: Container, options: AgentOptions) {
  const agentId = options.agentId ?? `agent-${randomUUID().slice(0, 8)}`;
  const key = `agt_${randomUUID()}`;
  const keyId = `k_${randomUUID().slice(0, 8)}`;
  const secret = new Uint8Array(randomBytes(32));
  await container.prisma.agent.create({
    data: {
      key,
      tenantId: "default",
      agentId,
      name: `Test ${agentId}`,
      ownerId: options.ownerId ?? null,
      canAsk: options.canAsk ?? true,
      canModify: options.canModify ?? true,
      askSubstitute: options.askSubstitute ?? "hold",
      timeoutMs: options.timeoutMs ?? 60_000,
      pendingCap: options.pendingCap ?? 500,
      requiredMethods: [...(options.requiredMethods ?? [])],
    },
  });
  await container.prisma.agentKey.create({
    data: { keyId, tenantId: "default", agentKey: key, secretSealed: container.keyring.seal(secret) },
  });
  return { agentId, keyId, secret, key, crypto: nodeCrypto };
}

async function addPerson(container: Container, options: PersonOptions): Promise<TestPerson> {
  const id = `psn_${randomUUID()}`;
  const email = options.email ?? `${id}@example.test`;
  const signInId = `sin_${randomUUID()}`;
  await container.prisma.person.create({
    data: {
      id,
      tenantId: "default",
      email,
      name: "Pat Example",
      kind: options.kind ?? "person",
      roles: [...(options.roles ?? ["approver"])],
      groups: [...(options.groups ?? [])],
      state: "active",
    },
  });
  await container.prisma.signIn.create({
    data: { id: signInId, personId: id, expiresAt: new Date(Date.now() + 3_600_000) },
  });
  return { id, email, signInId };
}

// ── talking to a Guardian ──────────────────────────────────────────────────────────────────────────────────────────

export interface Answer {
  readonly raw: JsonObject;
  readonly text: string;
  readonly result: JsonObject;
  readonly error: JsonObject;
  readonly decision: string | undefined;
  readonly codes: readonly string[];
  /** `error.code` and `error.data.reason`. */
  readonly code: number | undefined;
  readonly reason: string | undefined;
}

export async function send(guardian: Guardian, message: JsonValue | Uint8Array): Promise<Answer> {
  const bytes = message instanceof Uint8Array ? message : messageBytes(message);
  return readAnswer(await guardian.handle(bytes));
}

export function readAnswer(bytes: Uint8Array): Answer {
  const read = readJson(bytes);
  if (!read.ok || !isJsonObject(read.value)) throw new Error("the answer is not a JSON object");
  const object = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
  const result = object(read.value.result);
  const error = object(read.value.error);
  const codes = result.reason_codes;
  return {
    raw: read.value,
    text: new TextDecoder().decode(bytes),
    result,
    error,
    decision: typeof result.decision === "string" ? result.decision : undefined,
    codes: Array.isArray(codes) ? codes.map(String) : [],
    code: typeof error.code === "number" ? error.code : undefined,
    reason: typeof object(error.data).reason === "string" ? String(object(error.data).reason) : undefined,
  };
}

export interface OpenOptions {
  readonly sessionId?: string;
  /** Members of the ClientHello beside the usual ones. */
  readonly hello?: Record<string, unknown>;
  /** Payload of sessionStart. */
  readonly start?: Record<string, unknown>;
}

/** A ClientHello of a client that reports every hook there is, and these messages of MCP. */
export const everyHook = (...mcp: readonly string[]): Record<string, unknown> => ({
  methods_implemented: [...EVALUATED_METHODS, ...mcp],
  wrapped_protocols: [{ protocol: "MCP", version: "2025-06-18" }],
});

/** A session that said hello and sessionStart. */
export async function openSession(
  guardian: Guardian,
  agent: ScriptedIdentity,
  options: string | OpenOptions = {},
): Promise<ScriptedSession> {
  const given = typeof options === "string" ? { sessionId: options } : options;
  const session = scriptedSession(agent, given.sessionId ?? randomUUID());
  const hello = await send(guardian, session.hello(given.hello));
  if (hello.result.negotiated_version !== "0.1.0") throw new Error(`hello was refused: ${hello.text}`);
  const start = await send(guardian, session.message("steps/sessionStart", given.start ?? {}));
  if (start.decision !== "allow") throw new Error(`sessionStart was refused: ${start.text}`);
  return session;
}

/** The approval that an ASK or DEFER names. */
export function approvalOf(answer: Answer): { readonly approval_id: string; readonly action_digest: string } {
  const data = answer.result.policy_data;
  const approval = isJsonObject(data) ? data.approval : undefined;
  if (!isJsonObject(approval)) throw new Error(`no approval in ${answer.text}`);
  return { approval_id: String(approval.approval_id), action_digest: String(approval.action_digest) };
}

export interface DecideOptions {
  readonly grant?: { readonly scope: "this_request" | "session" };
  readonly verdict?: "approve" | "deny";
  readonly reason?: string;
  readonly edits?: { readonly [argument: string]: JsonValue };
}

/** What a person's browser does: takes the view, digests what it drew, posts both digests with the revision. */
export async function decide(deps: GuardianDeps, person: TestPerson, approvalId: string, options: DecideOptions = {}) {
  const served = await serveView(deps, { approvalId, personId: person.id, signInId: person.signInId });
  if (!served.ok) throw new Error("the view was not served");
  const verdict = options.verdict ?? "approve";
  return resolveApproval(deps, {
    approvalId,
    personId: person.id,
    signInId: person.signInId,
    verdict,
    ...(verdict === "deny" ? { reason: options.reason ?? "not today" } : {}),
    revision: served.value.revision,
    action_digest: editedDigest(deps, served.value.action ?? "{}", options.edits) ?? served.value.action_digest,
    view_digest: served.value.view_digest,
    ...(options.edits ? { edits: options.edits } : {}),
    ...(options.grant ? { grant: options.grant } : {}),
    channel: "console",
  });
}

function editedDigest(deps: GuardianDeps, action: string, edits: DecideOptions["edits"]): string | null {
  if (!edits) return null;
  const read = readJsonText(action);
  if (!read.ok) return null;
  type Payload = { arguments?: Record<string, { value: unknown }>; params?: { arguments: Record<string, unknown> } };
  const copy = JSON.parse(canonicalText(read.value)) as { payload: Payload };
  for (const [name, value] of Object.entries(edits)) {
    const holder = copy.payload.arguments?.[name];
    if (holder) holder.value = value;
    // a wrapped MCP call keeps its arguments bare
    if (copy.payload.params) copy.payload.params.arguments[name] = value;
  }
  return actionDigest(deps.crypto, copy as unknown as JsonObject);
}

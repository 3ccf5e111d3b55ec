/** What checks work with: sessions with a target, and assertions that are counted, so that no check passes on nothing. */

import type { Disposition } from "../../core/policy/types";
import { EVALUATED_METHODS } from "../../core/wire/hooks/registry";
import type { Profile } from "../../core/wire/profiles";
import { type Answer, objectOf } from "./answer";
import { Failed, NotClaimed, NotEstablished } from "./outcome";
import type { Identity, Inside, Target, ToolStimulus } from "./target";
import { WireSession } from "./wire-session";

export const MCP_VERSION = "2025-06-18";

export const MCP_METHODS: readonly string[] = [
  "initialize",
  "prompts/get",
  "resources/read",
  "tools/list",
  "tools/call",
  "notifications/initialized",
].map((method) => `protocols/MCP/${method}`);

export type Check = (run: Run) => Promise<void>;

export interface OpenAs {
  readonly identity?: Identity;
  readonly hello?: Record<string, unknown>;
  /** Payload of sessionStart; null sends none. */
  readonly start?: Record<string, unknown> | null;
}

export class Run {
  readonly target: Target;
  #assertions = 0;

  constructor(target: Target) {
    this.target = target;
  }

  get assertions(): number {
    return this.#assertions;
  }

  holds(condition: boolean, otherwise: string): void {
    this.#assertions += 1;
    if (!condition) throw new Failed(otherwise);
  }

  decides(answer: Answer, decision: Disposition, of: string): void {
    this.holds(answer.decision === decision, `${of}: expected ${decision}, got ${answer.brief}`);
  }

  refuses(answer: Answer, code: number, of: string): void {
    this.holds(answer.code === code, `${of}: expected ${code}, got ${answer.brief}`);
  }

  clientHello(change: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      acs_versions_supported: ["0.1.0"],
      methods_implemented: [...EVALUATED_METHODS, "system/ping", ...MCP_METHODS],
      transports_supported: [this.target.transport],
      provenance_producer: "none",
      profiles_supported: ["acs-core"],
      wrapped_protocols: [{ protocol: "MCP", version: MCP_VERSION }],
      ...change,
    };
  }

  fresh(identity: Identity = this.target.main): WireSession {
    return new WireSession(this.target, identity);
  }

  /** A session that said hello and, unless told otherwise, sessionStart. */
  async open({ identity, hello, start = {} }: OpenAs = {}): Promise<WireSession> {
    const session = this.fresh(identity);
    const answer = await session.send("handshake/hello", this.clientHello(hello));
    if (typeof answer.result.negotiated_version !== "string") throw new Failed(`hello was refused: ${answer.brief}`);
    session.terms = answer.result;
    if (start === null) return session;
    const started = await session.send("steps/sessionStart", start);
    if (started.decision !== "allow") throw new Failed(`sessionStart was answered ${started.brief}`);
    return session;
  }

  /** A session whose terms accept the profile; otherwise the row is not claimed. */
  async claiming(profile: Profile, as: OpenAs = {}): Promise<WireSession> {
    const session = await this.open({ ...as, hello: { profiles_supported: ["acs-core", profile], ...as.hello } });
    const accepted = session.terms.profiles_accepted;
    if (Array.isArray(accepted) && accepted.includes(profile)) return session;
    throw new NotClaimed(`the target does not accept ${profile}`);
  }

  /** The same for a method that an optional hook stands on. */
  claims(session: WireSession, method: string): void {
    if (!listOf(session.terms.methods_evaluated).includes(method)) {
      throw new NotClaimed(`the target does not evaluate ${method}`);
    }
  }

  /** The payload of a call that the target is known to answer so. */
  call(disposition: Disposition): Record<string, unknown> {
    const stimulus = this.target.stimuli[disposition];
    if (stimulus) return toolCall(stimulus);
    throw new NotEstablished(`no call is known that the target's policy answers with ${disposition} (--stimuli)`);
  }

  /** What only the target's operator can see. */
  inside(what: string): Inside {
    if (this.target.inside) return this.target.inside;
    throw new NotEstablished(`${what} cannot be seen on the wire`);
  }
}

export const toolCall = ({ tool, arguments: args }: ToolStimulus): Record<string, unknown> => ({
  tool: { name: tool },
  arguments: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, { value }])),
  ...(typeof args.command === "string" ? { raw_command: args.command } : {}),
});

export const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** A binding requirement of the Observed Agent, of which a Guardian's wire shows nothing. */
export const ofTheAgent: Check = async () => {
  throw new NotEstablished("this binds the Observed Agent; a Guardian cannot show it");
};

export const paramsOf = (envelope: { readonly params?: unknown }) => objectOf(envelope.params as never);

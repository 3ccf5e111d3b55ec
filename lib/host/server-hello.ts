/** Reads the negotiated terms (§4.2). Unknown members are ignored; a missing posture means `proceed` there, so ours decides. */
import { z } from "zod";
import type { JsonObject } from "../core/json/value";
import { err, ok, type Result } from "../core/result";
import type { Posture } from "./posture";

const milliseconds = z.number().int().min(1);

const serverHelloSchema = z.looseObject({
  negotiated_version: z.string().regex(/^\d+\.\d+\.\d+$/),
  methods_evaluated: z.array(z.string()),
  selected_transport: z.enum(["http", "https", "stdio"]),
  timeout_config: z.looseObject({
    default_ms: milliseconds,
    per_method_ms: z.record(z.string(), milliseconds).optional(),
  }),
  on_decision_failure: z.enum(["proceed", "deny"]).optional(),
});

export type ServerHello = z.infer<typeof serverHelloSchema>;

/** The typed terms, or the name of the first member that is not as ACS says. */
export function checkServerHello(result: JsonObject): Result<ServerHello, string> {
  const parsed = serverHelloSchema.safeParse(result);
  if (parsed.success) return ok(parsed.data);
  return err(`ServerHello: ${parsed.error.issues[0]?.path.join(".") ?? "invalid"}`);
}

/** What the session runs under. */
export interface Terms {
  readonly posture: Posture;
  readonly methods: ReadonlySet<string>;
  readonly timeoutFor: (method: string) => number;
}

export interface TermsInput {
  readonly hello: ServerHello;
  readonly offered: readonly string[];
  readonly localPosture: Posture;
  readonly localTimeoutMs?: number;
}

/**
 * Combines local and negotiated terms, the stricter of each. Refuses terms that would leave tool calls unjudged although
 * the agent offered them, and a version of another major.
 */
export function agreeTerms(input: TermsInput): Result<Terms, string> {
  const { hello, offered } = input;
  if (!hello.negotiated_version.startsWith("0.")) return err(`version ${hello.negotiated_version}`);
  const stray = hello.methods_evaluated.find((method) => !offered.includes(method));
  if (stray !== undefined) return err("methods_evaluated holds a method that was not offered");
  const gate = "steps/toolCallRequest";
  if (offered.includes(gate) && !hello.methods_evaluated.includes(gate)) return err(`${gate} would not be evaluated`);
  const strict = input.localPosture === "deny" || hello.on_decision_failure === "deny";
  const perMethod = new Map(Object.entries(hello.timeout_config.per_method_ms ?? {}));
  return ok({
    posture: strict ? "deny" : "proceed",
    methods: new Set(hello.methods_evaluated),
    timeoutFor: (method) =>
      Math.min(
        input.localTimeoutMs ?? Number.POSITIVE_INFINITY,
        perMethod.get(method) ?? hello.timeout_config.default_ms,
      ),
  });
}

/** Schema pieces that several wire objects share. They only judge: what is hashed is always the value as received. */
import { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { parseTimestamp } from "../replay";
import { isUri } from "./uri";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** JSON Schema `format: uuid`: the shape only, any version. */
export const isUuid = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

/** Comparison form of a UUID: they are equal without regard to case (RFC 9562 §4). */
export const foldUuid = (uuid: string): string => uuid.toLowerCase();

export const uuid = z.string().regex(UUID, "must be a UUID");
export const semver = z.string().regex(/^\d+\.\d+\.\d+$/, "must be a version such as 0.1.0");
export const dateTime = z.string().refine((text) => parseTimestamp(text) !== null, "must be an RFC 3339 date-time");
export const digest = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lowercase hex digits");
/** JSON Schema `integer`, at least `minimum`: also 1.0 and 1e20, which zod's own integer refuses. */
export const integerFrom = (minimum: number) =>
  z
    .number()
    .refine(Number.isInteger, "must be an integer")
    .refine((value) => value >= minimum, `must be at least ${minimum}`);
export const count = integerFrom(0);
/** JSON Schema `format: uri`: RFC 3986 with a scheme. */
export const uri = z.string().refine(isUri, "must be a URI");
export const openObject = z.custom<JsonObject>(isJsonObject, "must be an object");

/** A member that must be there, whatever JSON value it holds. */
export const anyValue = z.custom<JsonValue>((value) => value !== undefined, "is required");

/** Where a check of ours reports; zod's own context fits. */
interface Judging {
  readonly value: unknown;
  readonly issues: z.core.$ZodRawIssue[];
}

/** Judges a part by a schema of its own and reports its faults below `path`. Nothing is copied. */
export function judgePart(context: Judging, path: readonly string[], part: readonly [z.ZodType, unknown]): void {
  const judged = part[0].safeParse(part[1]);
  if (judged.success) return;
  for (const issue of judged.error.issues) {
    context.issues.push({
      code: "custom",
      message: sentence(issue),
      input: context.value,
      path: [...path, ...issue.path],
      continue: true,
    });
  }
}

/** Reports a fault of our own. */
export function fault(context: Judging, path: readonly string[], message: string): void {
  context.issues.push({ code: "custom", message, input: context.value, path: [...path], continue: true });
}

/**
 * A map whose every own member fits `schema`. Not `z.record`, which skips a member called __proto__ and so would let an
 * unchecked value through.
 */
export function mapOf(schema: z.ZodType): z.ZodType<JsonObject> {
  return openObject.check((context) => {
    for (const name of Object.keys(context.value)) judgePart(context, [name], [schema, context.value[name]]);
  });
}

/** The first fault of a judgement: where, and what is wrong there. Never the value. */
export function firstFault(error: z.ZodError, root: string): { readonly field: string; readonly message: string } {
  const issue = error.issues[0];
  const path = [root, ...(issue?.path ?? []).map(String)].filter((part) => part !== "");
  return { field: path.join("."), message: `${path.join(".") || "value"}: ${sentence(issue)}` };
}

function sentence(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return "is invalid";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return "has a member that the schema does not allow";
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

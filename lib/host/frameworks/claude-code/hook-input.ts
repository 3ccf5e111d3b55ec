/** What Claude Code writes to a hook command's standard input, as far as it is judged. Other members are ignored. */
import { z } from "zod";
import { readJson } from "../../../core/json/read";
import { err, ok, type Result } from "../../../core/result";

const name = z.string().min(1).max(256);
const about = { session_id: name, cwd: z.string().optional() };
const call = { tool_name: name, tool_use_id: name, tool_input: z.record(z.string(), z.unknown()) };

const hookInput = z.discriminatedUnion("hook_event_name", [
  z.looseObject({ ...about, hook_event_name: z.literal("SessionStart"), source: z.string().optional() }),
  z.looseObject({ ...about, hook_event_name: z.literal("UserPromptSubmit"), prompt: z.string() }),
  z.looseObject({ ...about, hook_event_name: z.literal("PreToolUse"), ...call }),
  z.looseObject({ ...about, hook_event_name: z.literal("PostToolUse"), ...call, tool_response: z.unknown() }),
  z.looseObject({ ...about, hook_event_name: z.literal("PostToolUseFailure"), ...call, error: z.string() }),
  z.looseObject({
    ...about,
    hook_event_name: z.literal("Stop"),
    stop_hook_active: z.boolean().optional(),
    last_assistant_message: z.string().optional(),
  }),
  z.looseObject({ ...about, hook_event_name: z.literal("SubagentStop") }),
  z.looseObject({ ...about, hook_event_name: z.literal("SessionEnd"), reason: z.string().optional() }),
]);

export type HookInput = z.infer<typeof hookInput>;
export type HookEvent = HookInput["hook_event_name"];

/** Fails naming the first member that is not as documented; never with a value. Strict JSON: what is judged is what runs. */
export function readHookInput(bytes: Uint8Array): Result<HookInput, string> {
  const read = readJson(bytes);
  if (!read.ok) return err(`standard input: ${read.failure.kind}`);
  const parsed = hookInput.safeParse(read.value);
  if (parsed.success) return ok(parsed.data);
  return err(`standard input: ${parsed.error.issues[0]?.path.join(".") || "hook_event_name"}`);
}

/**
 * Runs one framework's native guard in a process of its own, because some listeners that throw end the process. Says on
 * standard output, a line each, what happened: also when the end is violent.
 */
import { claudeAgentNative } from "../live/native-guard";
import { isOverCap } from "../on-call-governance";
import { ON_CALL_WORDS } from "../refund-rows";
import { refundReply, toolsOf } from "../refund-story";
import { NATIVE_GUARDS } from "./native-guards";

const say = (event: string, detail = "") => process.stdout.write(`${JSON.stringify({ event, detail })}\n`);

const name = process.argv[2] ?? "";
const load = name === "claude-agent-sdk" ? claudeAgentNative : NATIVE_GUARDS[name];
if (!load) throw new Error("no such framework, or it has no callback");

const { callback, run } = await load();
say("callback", callback);
const tools = toolsOf(ON_CALL_WORDS, []).map((tool) => ({
  ...tool,
  execute: (args: Parameters<typeof tool.execute>[0]) => {
    say("ran", tool.name);
    return tool.execute(args);
  },
}));
const guard = (args: object): void => {
  if (!isOverCap(args)) return;
  say("guard", "threw");
  throw new Error("refund over the cap");
};
try {
  await run({
    prompt: "Please refund order 1042.",
    tools,
    replies: [refundReply(ON_CALL_WORDS)(840), { text: "Refunded." }],
    guard,
  });
  say("ended", "normally");
} catch (thrown) {
  say("ended", thrown instanceof Error ? thrown.name : "with an error");
}

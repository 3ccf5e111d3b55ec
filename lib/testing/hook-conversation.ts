/** A conversation of Claude Code with an agent key of its own, at a real Guardian. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { type HookRun, runHook } from "./hook-command";
import type { HostWorld } from "./host-world";
import { type DecideOptions, decide } from "./world";

export interface HookConversations {
  open(): Promise<HookConversation>;
  close(): void;
}

export interface HookConversation {
  readonly session_id: string;
  readonly secret: Uint8Array;
  /** Where its state lies. */
  readonly state: string;
  readonly env: Record<string, string>;
  event(name: string, members?: object): object;
  hook(name: string, members?: object): Promise<HookRun>;
}

export function hookConversations(h: HostWorld): HookConversations {
  const folder = mkdtempSync(path.join(tmpdir(), "guardian-hook-"));
  return {
    open: async () => {
      const { agentId, keyId, secret } = await h.w.agent();
      const session_id = randomUUID();
      const state = path.join(folder, session_id);
      const env = {
        GUARDIAN_URL: `${h.listener.url}/acs`,
        GUARDIAN_AGENT_ID: agentId,
        GUARDIAN_KEY_ID: keyId,
        GUARDIAN_SECRET: Buffer.from(secret).toString("base64"),
        GUARDIAN_HOOK_STATE: state,
        GUARDIAN_HOOK_WAIT: "20",
      };
      const about = { session_id, transcript_path: "/tmp/t.jsonl", cwd: "/tmp", permission_mode: "default" };
      const event = (hook_event_name: string, members: object = {}) => ({ ...about, hook_event_name, ...members });
      return { session_id, secret, state, env, event, hook: (name, members) => runHook(event(name, members), env) };
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

export const hookCall = (tool_name: string, tool_input: object, tool_use_id = "toolu_01") => ({
  tool_name,
  tool_input,
  tool_use_id,
});

export const hookRefund = (amount: number) =>
  hookCall("refund_payment", { customer: "cust_1042", amount, currency: "EUR" });

export const HOOK_DENIED = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } };

/** The item that this session's hook has opened. Polls: the session itself may not be there yet. */
export async function hookItem(h: HostWorld, sessionId: string): Promise<string> {
  const pending = () =>
    h.w.container.prisma.approval.findFirst({ where: { state: "pending", session: { sessionId } } });
  await expect.poll(pending, { timeout: 20_000 }).toBeTruthy();
  return (await pending())?.id ?? "";
}

export const decideHookItem = async (h: HostWorld, sessionId: string, options?: DecideOptions): Promise<unknown> =>
  decide(h.w.deps, h.person, await hookItem(h, sessionId), options);

export async function hookRecords(h: HostWorld, sessionId: string) {
  const { key } = await h.w.container.prisma.session.findFirstOrThrow({ where: { sessionId } });
  const rows = await h.w.container.prisma.hostRecord.findMany({ where: { sessionKey: key }, orderBy: { seq: "asc" } });
  return rows.map((row) => JSON.parse(row.content).record);
}

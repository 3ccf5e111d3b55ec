/** Whether the hook could ask, tried as it would: its state can be kept, and the Guardian takes this agent's word. */
import { nobleCrypto } from "../../core/crypto-noble";
import { createGuardianClient } from "../../host/client";
import type { HookSettings } from "./settings";
import { stateFiles } from "./state-files";

/** Null when it could; else why not, without secrets. Opens a session at the Guardian and ends it. */
export async function checkHook(settings: HookSettings): Promise<string | null> {
  const { url, agentId, keyId, secret, stateDir } = settings;
  const files = stateFiles(stateDir, { crypto: nobleCrypto, secret });
  const kept = await files.update(`check ${keyId}`, async (state) => ({
    state: { ...state, phase: "ended" },
    value: null,
  }));
  if (!kept.ok) return "no state can be kept: GUARDIAN_HOOK_STATE";
  const client = createGuardianClient({ url, agentId, keyId, secret, posture: "deny" });
  const opened = await client.open({ platform: "guardian-hook check" });
  if (!opened.ok) return `no session: ${opened.failure.reason}: ${opened.failure.message}`;
  await opened.value.end("completed");
  return null;
}

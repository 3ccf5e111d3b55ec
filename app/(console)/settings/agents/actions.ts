"use server";
/** Agents and keys: each action checks the person, runs one command, returns its outcome. */
import type { AgentSettings } from "@/lib/core/admin/agent-settings";
import { createAgentKey, retireAgentKey, revokeAgentKey, rotateAgentKey } from "@/lib/guardian/commands/agent-keys";
import { type PublicKeyInput, registerPublicKey, rotatePublicKey } from "@/lib/guardian/commands/agent-public-keys";
import { changeAgent, createAgent, disableAgent, enableAgent } from "@/lib/guardian/commands/agents";
import { asActor } from "@/lib/server/act";
import { requireActionPerson } from "@/lib/server/request";

const admin = () => requireActionPerson("agents.manage");

export async function registerAgentAction(input: { agentId: string; settings: AgentSettings }) {
  return asActor(await admin(), (deps, actor) =>
    createAgent(deps, actor, { agentId: input?.agentId, settings: input?.settings }),
  );
}

export async function changeAgentAction(input: { agentKey: string; revision: number; settings: AgentSettings }) {
  const change = { agentKey: String(input?.agentKey), revision: Number(input?.revision), settings: input?.settings };
  return asActor(await admin(), (deps, actor) => changeAgent(deps, actor, change));
}

export async function disableAgentAction(agentKey: string) {
  return asActor(await admin(), (deps, actor) => disableAgent(deps, actor, String(agentKey)));
}

export async function enableAgentAction(agentKey: string) {
  return asActor(await admin(), (deps, actor) => enableAgent(deps, actor, String(agentKey)));
}

export async function createKeyAction(agentKey: string) {
  return asActor(await admin(), (deps, actor) => createAgentKey(deps, actor, String(agentKey)));
}

export async function registerKeyAction(input: PublicKeyInput & { agentKey: string }) {
  const order = {
    agentKey: String(input?.agentKey),
    algorithm: input?.algorithm,
    publicKey: input?.publicKey,
    classicalKey: input?.classicalKey,
  };
  return asActor(await admin(), (deps, actor) => registerPublicKey(deps, actor, order));
}

export async function rotatePublicKeyAction(
  input: Omit<PublicKeyInput, "algorithm"> & { keyId: string; overlapS: number },
) {
  const order = {
    keyId: String(input?.keyId),
    overlapS: Number(input?.overlapS),
    publicKey: input?.publicKey,
    classicalKey: input?.classicalKey,
  };
  return asActor(await admin(), (deps, actor) => rotatePublicKey(deps, actor, order));
}

export async function rotateKeyAction(input: { keyId: string; overlapS: number }) {
  const order = { keyId: String(input?.keyId), overlapS: Number(input?.overlapS) };
  return asActor(await admin(), (deps, actor) => rotateAgentKey(deps, actor, order));
}

export async function retireKeyAction(input: { keyId: string; overlapS: number }) {
  const order = { keyId: String(input?.keyId), overlapS: Number(input?.overlapS) };
  return asActor(await admin(), (deps, actor) => retireAgentKey(deps, actor, order));
}

export async function revokeKeyAction(keyId: string) {
  return asActor(await admin(), (deps, actor) => revokeAgentKey(deps, actor, String(keyId)));
}

/** The verify command on evidence that was signed with public keys by a real Guardian and its agent. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evidencePack } from "../guardian/queries/evidence-pack";
import { publishedKeys } from "../server/published-keys";
import { storedEvidence } from "../storage/reads/evidence";
import { toolCall } from "../testing/scripted-agent";
import {
  agentsSlowSigning,
  freshPair,
  type SigningAgent,
  signingAgent,
  signingSession,
} from "../testing/signing-agent";
import { send, type World, world } from "../testing/world";
import { runVerify } from "./verify-file";

const folder = mkdtempSync(join(tmpdir(), "verify-keys-"));
let w: World;
let agent: SigningAgent;
let text: string;
let files: { readonly pack: string; readonly guardian: string; readonly agent: string };

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const keyFile = (name: string, publicKey: Uint8Array): string =>
  file(
    name,
    JSON.stringify({
      key_id: agent.keyId,
      algorithm: agent.algorithm,
      public_key: Buffer.from(publicKey).toString("base64"),
    }),
  );

beforeAll(async () => {
  w = await world();
  agent = await signingAgent(w, "ML-DSA-65");
  const session = signingSession(w, agent);
  await send(w.guardian, await session.hello());
  for (const id of ["a", "b"]) {
    await send(w.guardian, await session.message("steps/toolCallRequest", toolCall("lookup_account", { id })));
  }
  const { prisma, keyring, clock } = w.container;
  const { key } = await prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } });
  const stored = await storedEvidence(prisma, { tenantId: "default", key, exact: true });
  if (stored === null) throw new Error("nothing stored");
  text = evidencePack(keyring, stored, clock.now());
  files = {
    pack: file("pack.json", text),
    guardian: file("guardian.json", JSON.stringify(await publishedKeys(keyring))),
    agent: keyFile("agent.json", agent.pair.publicKey),
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await agentsSlowSigning.close();
  await w.close();
});

const verify = (...args: readonly string[]) => {
  const { exitCode, lines } = runVerify(args);
  return { status: exitCode, output: lines.join("\n") };
};

describe("the verify command", () => {
  it("checks requests under the agent's key and answers under the Guardian's", () => {
    const run = verify(files.pack, "--key", files.guardian, "--agent-key", files.agent);
    expect(run.status).toBe(0);
    expect(run.output).not.toMatch(/not checked|HMAC/);
  });

  it("takes no key from the pack: without the agent's, requests stay unchecked", () => {
    const run = verify(files.pack, "--key", files.guardian);
    expect(run.status).toBe(0);
    expect(run.output).toContain("2 message signatures were not checked");
  });

  it("finds another agent key, and an agent key given for the Guardian's", async () => {
    const stranger = keyFile("stranger.json", (await freshPair("ML-DSA-65")).publicKey);
    const wrong = verify(files.pack, "--key", files.guardian, "--agent-key", stranger);
    expect([wrong.status, wrong.output]).toEqual([1, expect.stringContaining("entry 1: signature_invalid")]);
    const swapped = verify(files.pack, "--key", files.agent, "--agent-key", files.guardian);
    expect(swapped.status).toBe(2);
  });

  it("finds a changed answer signature at its entry", () => {
    const pack = JSON.parse(text) as { entries: { response: string }[] };
    const entry = pack.entries[1];
    if (entry === undefined) throw new Error("no entry");
    const answer = JSON.parse(entry.response);
    const { value } = answer.result.signature;
    answer.result.signature.value = (value.startsWith("A") ? "B" : "A") + value.slice(1);
    entry.response = JSON.stringify(answer);
    const spoiled = file("spoiled.json", JSON.stringify(pack));
    const run = verify(spoiled, "--key", files.guardian, "--agent-key", files.agent);
    expect([run.status, run.output]).toEqual([1, expect.stringContaining("entry 2: signature_invalid")]);
  });
});

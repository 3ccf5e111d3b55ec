/** ACS over stdio (§3): a child process spoken to in frames, from the handshake to the end of its input. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { messageBytes, type ScriptedSession, scriptedSession, toolCall, userMessage } from "../testing/scripted-agent";
import { type StdioProcess, startStdio } from "../testing/stdio-process";
import { type Answer, readAnswer, type World, world } from "../testing/world";
import { frame } from "./frames";

const SAY = "steps/userMessage";
let w: World;
let dataDir = "";
const started: StdioProcess[] = [];

beforeAll(async () => {
  w = await world();
  dataDir = mkdtempSync(path.join(tmpdir(), "stdio-"));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.end()));
});
afterAll(async () => {
  await w.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(): StdioProcess {
  const child = startStdio({ databaseUrl: w.container.url, dataDir, master: w.master });
  started.push(child);
  return child;
}

async function ask(child: StdioProcess, message: Parameters<typeof messageBytes>[0]): Promise<Answer> {
  child.send(messageBytes(message));
  return readAnswer(await child.next());
}

async function openStdio(child: StdioProcess): Promise<ScriptedSession> {
  const session = scriptedSession(await w.agent());
  const hello = await ask(child, session.hello({ transports_supported: ["stdio", "http"] }));
  expect(hello.result).toMatchObject({ selected_transport: "stdio", negotiated_version: "0.1.0" });
  expect(session.verifies(hello.raw)).toBe(true);
  expect((await ask(child, session.message("steps/sessionStart", {}))).decision).toBe("allow");
  return session;
}

describe("a Guardian on stdio", () => {
  it("speaks frames and nothing else, from the handshake to the end of its input", async () => {
    const child = start();
    const session = await openStdio(child);
    const call = await ask(child, session.message("steps/toolCallRequest", toolCall("lookup_account", { id: "é😀" })));
    expect(call.decision).toBe("allow");
    expect(session.verifies(call.raw)).toBe(true);
    const batch = [session.message(SAY, userMessage("one")), { status: "fine" }];
    child.send(messageBytes(batch));
    const answers = JSON.parse(new TextDecoder().decode(await child.next()));
    expect(answers).toMatchObject([{ result: { decision: "allow" } }, { error: { code: -32600 } }]);
    const http = await ask(child, scriptedSession(await w.agent()).hello());
    expect(http).toMatchObject({ code: -32000, reason: "transport_unsupported" });
    expect(await child.end()).toMatchObject({ code: 0 });
    await expect(child.next()).rejects.toThrow("the output ended");
  });

  it("reads messages in pieces and several at a time, and answers what came before the end", async () => {
    const child = start();
    const session = await openStdio(child);
    const steps = Array.from({ length: 20 }, (_, index) => session.message(SAY, userMessage(`${index} é`)));
    const stream = Buffer.concat(steps.map((step) => frame(messageBytes(step))));
    for (let at = 0; at < stream.length; at += 777) child.write(stream.subarray(at, at + 777));
    const ended = child.end();
    const ids = new Set<unknown>();
    for (const _ of steps) {
      const answer = readAnswer(await child.next());
      expect(answer.decision).toBe("allow");
      ids.add(answer.raw.id);
    }
    expect(ids).toEqual(new Set(steps.map((step) => step.id)));
    expect(await ended).toMatchObject({ code: 0 });
  });

  it("refuses a message that is too large, and goes on behind it", async () => {
    const child = start();
    child.send(new Uint8Array(1024 * 1024 + 5).fill(0x20));
    expect(readAnswer(await child.next())).toMatchObject({ code: -32600, reason: "too_large" });
    child.send(new TextEncoder().encode("{"));
    expect(readAnswer(await child.next())).toMatchObject({ code: -32700, reason: "parse_error" });
    await openStdio(child);
  });

  it("answers a broken header with -32700 and closes", async () => {
    const child = start();
    const session = await openStdio(child);
    child.write(
      Buffer.concat([Buffer.from("Content-Lenth: 2\r\n\r\n"), frame(messageBytes(session.message(SAY, {})))]),
    );
    const answer = readAnswer(await child.next());
    expect(answer).toMatchObject({ code: -32700, reason: "parse_error" });
    expect(answer.raw.id).toBe(null);
    await expect(child.next()).rejects.toThrow("the output ended");
    expect(await child.end()).toMatchObject({ code: 1 });
  });
});

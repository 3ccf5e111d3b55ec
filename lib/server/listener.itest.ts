/** The listener: paths, sizes, slow and vanishing clients, keep-alive, and an orderly end. */
import http from "node:http";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalsDuring } from "../testing/probes";
import { messageBytes, type ScriptedSession, userMessage } from "../testing/scripted-agent";
import { openSession, readAnswer, type World, world } from "../testing/world";
import { type Listener, listen } from "./listener";

let w: World;
let listener: Listener;
let session: ScriptedSession;

const start = (patience = { headersMs: 2_000, requestMs: 4_000 }) =>
  listen({
    guardian: w.guardian,
    host: "127.0.0.1",
    port: 0,
    maxBytes: w.deps.limits.maxBytes,
    publishedKeys: () => ({ keys: w.container.keyring.published() }),
    traceStatus: () => ({ handed: 7 }),
    patience,
  });

beforeAll(async () => {
  w = await world();
  listener = await start();
  session = await openSession(w.guardian, await w.agent());
});
afterAll(async () => {
  await listener.close();
  await w.close();
});

const step = () => Buffer.from(messageBytes(session.message("steps/userMessage", userMessage("hello"))));
const post = (body: BodyInit, init: RequestInit = {}) =>
  fetch(`${listener.url}/acs`, { method: "POST", body, headers: { "content-type": "application/json" }, ...init });
const answerOf = async (response: Response) => readAnswer(new Uint8Array(await response.arrayBuffer()));
const expectAlive = async () => expect((await answerOf(await post(step()))).decision).toBe("allow");

/** What a raw connection receives until it is closed. */
function connect(): { socket: net.Socket; received: Promise<string> } {
  const socket = net.connect(Number(new URL(listener.url).port), "127.0.0.1");
  let text = "";
  const received = new Promise<string>((resolve) => {
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });
  return { socket, received };
}

describe("POST /acs", () => {
  it("answers 200 with JSON that nobody stores, whatever the decision", async () => {
    const response = await post(step());
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await answerOf(response)).decision).toBe("allow");
    const refused = await post("{");
    expect(refused.status).toBe(200);
    expect(await answerOf(refused)).toMatchObject({ code: -32700 });
  });

  it("asks neither for a content type nor against a query", async () => {
    const response = await fetch(`${listener.url}/acs?trace=1`, { method: "POST", body: step(), headers: {} });
    expect((await answerOf(response)).decision).toBe("allow");
  });

  it("refuses 20 MB, with its length announced or in chunks, and goes on", async () => {
    const large = Buffer.alloc(20_000_000, 0x20);
    const chunked = new ReadableStream({
      start(controller) {
        for (let at = 0; at < 20; at += 1) controller.enqueue(large.subarray(0, 1_000_000));
        controller.close();
      },
    });
    const rows = await refusalsDuring(w, async () => {
      expect(await answerOf(await post(large))).toMatchObject({ code: -32600, reason: "too_large" });
      const streamed = await post(chunked, { duplex: "half" } as RequestInit);
      expect(await answerOf(streamed)).toMatchObject({ code: -32600, reason: "too_large" });
    });
    expect(rows).toMatchObject([{ reason: "too_large" }, { reason: "too_large" }]);
    await expectAlive();
  });

  it("takes a body of nothing for broken text", async () => {
    expect(await answerOf(await post(""))).toMatchObject({ code: -32700, reason: "parse_error" });
  });

  it("answers many requests of one connection, in order", async () => {
    const { socket, received } = connect();
    const bodies = [step(), step(), step()];
    const head = (body: Buffer, last: boolean) =>
      `POST /acs HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\nconnection: ${last ? "close" : "keep-alive"}\r\n\r\n`;
    for (const [at, body] of bodies.entries()) {
      socket.write(head(body, at === 2));
      socket.write(body);
    }
    const answers = (await received).split("HTTP/1.1 200 OK").slice(1);
    expect(answers).toHaveLength(3);
    for (const [at, body] of bodies.entries()) expect(answers[at]).toContain(String(JSON.parse(body.toString()).id));
  });
});

describe("a difficult client", () => {
  it("that sends its headers slowly is cut off, while others are answered", async () => {
    const { socket, received } = connect();
    socket.write("POST /acs HTTP/1.1\r\nhost: x\r\n");
    const drip = setInterval(() => socket.write("x-a: b\r\n"), 100);
    await expectAlive();
    expect(await received).toMatch(/^$|408/);
    clearInterval(drip);
  });

  it("that sends its body slowly is cut off, while others are answered", async () => {
    const { socket, received } = connect();
    socket.write("POST /acs HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n{");
    const drip = setInterval(() => socket.write(" "), 100);
    await expectAlive();
    expect(await received).not.toContain("200 OK");
    clearInterval(drip);
    await expectAlive();
  });

  it("that goes away in the middle of its body harms nobody", async () => {
    for (let time = 0; time < 20; time += 1) {
      const { socket } = connect();
      socket.write("POST /acs HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{");
      socket.destroy();
    }
    await expectAlive();
  });

  it("that speaks no HTTP gets 400", async () => {
    const { socket, received } = connect();
    socket.write("\u0016\u0003\u0001 hello\r\n\r\n");
    expect(await received).toContain("400 Bad Request");
    await expectAlive();
  });
});

describe("other paths and methods", () => {
  it.each([
    ["GET", "/acs", 405],
    ["PUT", "/acs", 405],
    ["DELETE", "/acs", 405],
    ["POST", "/", 405],
    ["POST", "/health", 405],
    ["GET", "/", 404],
    ["GET", "/acs/", 404],
    ["GET", "/../acs", 405],
    ["GET", "/%61cs", 404],
    ["GET", "/health", 200],
    ["GET", "/trace-status", 200],
    ["GET", "/.well-known/guardian-keys.json", 200],
  ])("%s %s is %i", async (method, path, status) => {
    const response = await fetch(`${listener.url}${path}`, { method });
    expect(response.status).toBe(status);
    await response.arrayBuffer();
  });

  it("keep the counters of the trace from whoever a proxy speaks for", async () => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    expect((await fetch(`${listener.url}/trace-status`, { headers })).status).toBe(404);
  });

  it("publish public keys and nothing private", async () => {
    const response = await fetch(`${listener.url}/.well-known/guardian-keys.json`);
    const text = await response.text();
    expect(JSON.parse(text).keys[0]).toMatchObject({ algorithm: "ECDSA-P256" });
    expect(text).not.toContain('"d"');
  });
});

describe("the end", () => {
  it("lets a running request finish, closes kept connections, and takes no new ones", async () => {
    const ending = await start();
    const agent = new http.Agent({ keepAlive: true });
    const request = http.request(`${ending.url}/acs`, { method: "POST", agent });
    const body = step();
    request.write(body.subarray(0, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = ending.close();
    const answered = new Promise<number | undefined>((resolve) => {
      request.on("response", (response) => response.resume().on("end", () => resolve(response.statusCode)));
    });
    request.end(body.subarray(10));
    expect(await answered).toBe(200);
    await closed;
    agent.destroy();
    await expect(fetch(`${ending.url}/health`)).rejects.toThrow();
  });
});

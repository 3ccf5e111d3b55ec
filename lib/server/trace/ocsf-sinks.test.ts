import dgram from "node:dgram";
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tracedEntry, tracedStep } from "../../testing/trace-records";
import { ocsfFile, ocsfHttp } from "./ocsf-sinks";
import { ocsfSyslog } from "./syslog-sink";

const OPTIONS = { content: false };
const records = [tracedStep("steps/sessionEnd", { reason: "ended · über" }), tracedEntry({})];
/** PRI, version, time, host, application, process, message id, no structured data. */
const HEADER = /^<(\d+)>1 \d{4}-\d\d-\d\dT[\d:.]+Z [\x21-\x7e]+ guardian \d+ ocsf-(\d+) - /;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "guardian-ocsf-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

it("appends to a file of its owner's, and to a new one after a rotation", async () => {
  const file = path.join(folder, "events.jsonl");
  const sink = ocsfFile(file, OPTIONS);
  await sink.send(records);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  renameSync(file, `${file}.1`);
  await sink.send(records);
  await sink.send(records);
  sink.close();
  const lines = (name: string) =>
    readFileSync(name, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
  expect([lines(`${file}.1`).length, lines(file).length]).toEqual([3, 6]);
});

it("posts a batch as JSON lines, and takes any other status for a failure", async () => {
  const bodies: string[] = [];
  let status = 204;
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sink = ocsfHttp(`http://127.0.0.1:${portOf(server)}/in`, OPTIONS);
  await sink.send(records);
  expect(
    bodies[0]
      ?.trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { class_uid: number }).class_uid),
  ).toEqual([3002, 6002, 2004]);
  status = 503;
  await expect(sink.send(records)).rejects.toThrow("status 503");
  sink.close();
  await new Promise((resolve) => server.close(resolve));
  await expect(sink.send(records)).rejects.toThrow();
});

it("frames syslog messages by their octets over TCP", async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const received = new Promise<Buffer>((resolve) => {
    server.once("connection", (socket) => {
      const chunks: Buffer[] = [];
      socket
        .on("data", (chunk) => chunks.push(chunk))
        .on("close", () => resolve(Buffer.concat(chunks)))
        .on("error", () => undefined);
    });
  });
  const sink = ocsfSyslog({ kind: "ocsf-syslog", transport: "tcp", host: "127.0.0.1", port: portOf(server) }, OPTIONS);
  await sink.send(records);
  await sink.send(records);
  sink.close();
  let rest = await received;
  server.close();
  const classes: string[] = [];
  while (rest.length > 0) {
    const space = rest.indexOf(" ");
    const length = Number(rest.subarray(0, space).toString());
    const message = rest.subarray(space + 1, space + 1 + length).toString();
    const [header, , kind = ""] = HEADER.exec(message) ?? [];
    expect(JSON.parse(message.slice(header?.length))).toMatchObject({ class_uid: Number(kind) });
    classes.push(kind);
    rest = rest.subarray(space + 1 + length);
  }
  expect(classes).toEqual(["3002", "6002", "2004", "3002", "6002", "2004"]);
  await expect(sink.send(records)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

it("sends a datagram for each event over UDP", async () => {
  const socket = dgram.createSocket("udp4");
  const messages: string[] = [];
  const all = new Promise<void>((resolve) => {
    socket.on("message", (message) => {
      messages.push(message.toString());
      if (messages.length === 3) resolve();
    });
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const sink = ocsfSyslog({ kind: "ocsf-syslog", transport: "udp", host: "127.0.0.1", port: portOf(socket) }, OPTIONS);
  await sink.send(records);
  await all;
  sink.close();
  socket.close();
  expect(messages.map((message) => HEADER.exec(message)?.[2]).sort()).toEqual(["2004", "3002", "6002"]);
});

/** The yardstick: a node:http server that reads the body and answers a fixed body of an answer's size. Decides nothing. */
import { createServer } from "node:http";

const ANSWER = JSON.stringify({
  jsonrpc: "2.0",
  id: "x".repeat(36),
  result: { decision: "allow", filler: "x".repeat(620) },
});

const server = createServer((request, response) => {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
  });
  request.on("end", () => {
    response.writeHead(size > 0 ? 200 : 400, { "content-type": "application/json", "content-length": ANSWER.length });
    response.end(ANSWER);
  });
});

server.listen(Number(process.env.GUARDIAN_PORT), "127.0.0.1", () => process.send?.({ ready: true }));
process.on("SIGTERM", () => process.exit(0));

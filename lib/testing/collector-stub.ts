/** An OTLP/HTTP collector for tests: takes spans in JSON, or refuses, or never answers. */
import http from "node:http";
import type { AddressInfo } from "node:net";

export interface StubSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: { readonly [name: string]: unknown };
  readonly events: readonly { readonly name: string; readonly attributes: { readonly [name: string]: unknown } }[];
}

export interface CollectorStub {
  readonly url: string;
  readonly spans: readonly StubSpan[];
  /** Bodies as they came. */
  readonly bodies: readonly string[];
  mode: "take" | "refuse" | "hang";
  close(): Promise<void>;
}

interface Pair {
  readonly key: string;
  readonly value: { readonly [kind: string]: unknown };
}
type RawSpan = Omit<StubSpan, "attributes" | "events"> & {
  readonly attributes: readonly Pair[];
  readonly events: readonly { readonly name: string; readonly attributes: readonly Pair[] }[];
};
interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[] }[];
}

export async function collectorStub(mode: CollectorStub["mode"] = "take"): Promise<CollectorStub> {
  const spans: StubSpan[] = [];
  const bodies: string[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (stub.mode === "hang") return;
    if (stub.mode === "refuse") return void response.writeHead(400).end();
    const body = Buffer.concat(chunks).toString();
    bodies.push(body);
    for (const { scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      spans.push(...scopeSpans.flatMap((scope) => scope.spans).map(readSpan));
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stub: CollectorStub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    mode,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return stub;
}

const readSpan = (raw: RawSpan): StubSpan => ({
  ...raw,
  attributes: readPairs(raw.attributes),
  events: raw.events.map((event) => ({ name: event.name, attributes: readPairs(event.attributes) })),
});

const readPairs = (pairs: readonly Pair[]): { readonly [name: string]: unknown } =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

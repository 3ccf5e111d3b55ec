/** OTLP over HTTP with the OpenTelemetry SDK: its tracer makes the spans, under ids that were derived before. */
import http from "node:http";
import https from "node:https";
import { ROOT_CONTEXT, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOnSampler, BasicTracerProvider, type ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { TraceOptions, TraceSpan } from "../../core/trace/otel";
import { spanOf } from "../../core/trace/otel";
import { nodeCrypto } from "../crypto-node";
import { type Sink, within } from "./sink";

export interface OtlpOptions extends TraceOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** ms that one request may take, answer included. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

export function otlpSink(options: OtlpOptions): Sink {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const maker = spanMaker();
  let connection = connect(options, timeoutMs);
  return {
    name: "otlp",
    async send(records) {
      const spans = records.map((record) => maker(spanOf(nodeCrypto, record, options)));
      try {
        await within(timeoutMs + 500, exported(connection.exporter, spans));
      } catch (error) {
        // a request that hangs would keep its place in the exporter for ever
        connection.agent.destroy();
        connection = connect(options, timeoutMs);
        throw error;
      }
    },
    close: () => connection.agent.destroy(),
  };
}

function connect({ url, headers }: OtlpOptions, timeoutMillis: number) {
  const agent = new (url.startsWith("https:") ? https : http).Agent({ keepAlive: true, maxSockets: 1 });
  const httpAgentOptions = () => agent;
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis,
    httpAgentOptions,
    concurrencyLimit: 1,
  });
  return { agent, exporter };
}

function exported(exporter: OTLPTraceExporter, spans: ReadableSpan[]): Promise<void> {
  return new Promise((resolve, reject) => {
    exporter.export(spans, ({ code, error }) => (code === 0 ? resolve() : reject(error ?? new Error("not accepted"))));
  });
}

/** Synchronous: a span is ended as soon as it is started, and the processor has it then. */
function spanMaker(): (made: TraceSpan) => ReadableSpan {
  let next: TraceSpan | null = null;
  let ended: ReadableSpan | null = null;
  const done = () => Promise.resolve();
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "guardian-console" }),
    // a caller that does not sample has no say in what a Guardian records
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => next?.traceId ?? "", generateSpanId: () => next?.spanId ?? "" },
    spanProcessors: [
      {
        onStart: () => undefined,
        onEnd: (span) => {
          ended = span;
        },
        forceFlush: done,
        shutdown: done,
      },
    ],
  });
  const tracer = provider.getTracer("acs", "0.1.0");
  return (made) => {
    next = made;
    const span = tracer.startSpan(
      made.name,
      {
        startTime: made.startMs,
        attributes: plain(made.attributes),
        links: made.links.map(({ traceId, spanId, attributes }) => ({
          context: { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true },
          attributes: plain(attributes),
        })),
        root: made.parentSpanId === null,
      },
      made.parentSpanId === null ? ROOT_CONTEXT : parentOf(made, made.parentSpanId),
    );
    span.addEvent(made.event.name, plain(made.event.attributes), made.endMs);
    span.end(made.endMs);
    if (ended === null) throw new Error("the tracer made no span");
    return ended;
  };
}

const parentOf = ({ traceId, parentIsRemote }: TraceSpan, spanId: string) =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: parentIsRemote });

type OtelAttributes = Record<string, string | number | boolean | string[]>;

const plain = (attributes: TraceSpan["attributes"]): OtelAttributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === "object" ? [...value] : value]),
  );

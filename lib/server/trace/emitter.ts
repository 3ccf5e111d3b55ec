/** Every record to every sink, each through a lane of its own. Runs in the trace thread; in tests also without one. */
import { member } from "../../core/json/build";
import { readStoredText } from "../../core/json/read";
import { isJsonObject, type JsonObject } from "../../core/json/value";
import type { TraceRecord } from "../../core/trace/record";
import type { Handed } from "../../guardian/trace-port";
import { ocsfFile, ocsfHttp } from "./ocsf-sinks";
import { otlpSink } from "./otlp-sink";
import { weightOf } from "./record-weight";
import type { SinkSettings, TraceSettings } from "./settings";
import { type Sink, SinkLane, type SinkStatus } from "./sink";
import { ocsfSyslog } from "./syslog-sink";

export interface Emitter {
  take(handed: Handed): void;
  status(): readonly SinkStatus[];
  close(ms: number): Promise<void>;
}

export function createEmitter({ sinks, content }: TraceSettings): Emitter {
  const lanes = sinks.map((sink) => new SinkLane(sinkOf(sink, content)));
  return {
    take(handed) {
      const record = recordOf(handed);
      if (record === null) return;
      const weight = weightOf(handed);
      for (const lane of lanes) lane.push({ record, weight });
    },
    status: () => lanes.map((lane) => lane.status()),
    close: async (ms) => {
      await Promise.all(lanes.map((lane) => lane.close(ms)));
    },
  };
}

function sinkOf(settings: SinkSettings, content: boolean): Sink {
  switch (settings.kind) {
    case "otlp":
      return otlpSink({ ...settings, content });
    case "ocsf-file":
      return ocsfFile(settings.path, { content });
    case "ocsf-http":
      return ocsfHttp(settings.url, { content });
    case "ocsf-syslog":
      return ocsfSyslog(settings, { content });
  }
}

const decoder = new TextDecoder();

/** Null for an answer that is an error: it decided nothing. */
export function recordOf(handed: Handed): TraceRecord | null {
  if (handed.kind === "entry") {
    const content = objectIn(handed.content);
    return content === null ? null : { ...handed, content };
  }
  const params = member(objectIn(handed.request) ?? undefined, "params");
  const result = member(objectIn(decoder.decode(handed.answer)) ?? undefined, "result");
  if (!isJsonObject(params) || !isJsonObject(result) || typeof result.decision !== "string") return null;
  const { request: _request, answer: _answer, ...rest } = handed;
  return { ...rest, params, result };
}

function objectIn(text: string): JsonObject | null {
  const read = readStoredText(text);
  return read.ok && isJsonObject(read.value) ? read.value : null;
}

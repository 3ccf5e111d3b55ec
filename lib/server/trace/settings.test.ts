import { describe, expect, it } from "vitest";
import { traceCapability, traceSettings } from "./settings";

it("sends nothing anywhere by default", () => {
  expect(traceSettings({})).toEqual({ sinks: [], content: false, announce: false });
  expect(traceCapability(traceSettings({}))).toEqual({ otel: false, ocsf: false });
});

it("reads every place, a collector's base address completed", () => {
  const { sinks, content } = traceSettings({
    GUARDIAN_OTLP_URL: "http://otel:4318",
    GUARDIAN_OTLP_HEADERS: "authorization=Bearer%20x, x-team=a=b",
    GUARDIAN_OCSF_FILE: "/var/log/ocsf.jsonl",
    GUARDIAN_OCSF_URL: "https://siem.example/in?key=1",
    GUARDIAN_OCSF_SYSLOG: "udp://[::1]:5514",
    GUARDIAN_TRACE_CONTENT: "1",
  });
  expect(content).toBe(true);
  expect(sinks).toEqual([
    { kind: "otlp", url: "http://otel:4318/v1/traces", headers: { authorization: "Bearer x", "x-team": "a=b" } },
    { kind: "ocsf-file", path: "/var/log/ocsf.jsonl" },
    { kind: "ocsf-http", url: "https://siem.example/in?key=1" },
    { kind: "ocsf-syslog", transport: "udp", host: "::1", port: 5514 },
  ]);
});

it("tells agents the collector only when it is to be told", () => {
  const env = { GUARDIAN_OTLP_URL: "http://otel:4318/custom" };
  expect(traceCapability(traceSettings(env))).toEqual({ otel: true, ocsf: false });
  expect(traceCapability(traceSettings({ ...env, GUARDIAN_OTLP_ANNOUNCE: "1" }))).toMatchObject({
    otelCollectorEndpoint: "http://otel:4318/custom",
  });
});

describe("a wrong value stops the start and names its variable", () => {
  it.each([
    ["GUARDIAN_OTLP_URL", "ftp://otel"],
    ["GUARDIAN_OCSF_URL", "siem"],
    ["GUARDIAN_OCSF_SYSLOG", "tls://siem:6514"],
    ["GUARDIAN_TRACE_CONTENT", "yes"],
  ])("%s", (name, value) => {
    expect(() => traceSettings({ [name]: value })).toThrow(name);
  });

  it("GUARDIAN_OTLP_HEADERS", () => {
    const env = { GUARDIAN_OTLP_URL: "http://otel", GUARDIAN_OTLP_HEADERS: "novalue" };
    expect(() => traceSettings(env)).toThrow("GUARDIAN_OTLP_HEADERS");
  });
});

/** OCSF events as RFC 5424 messages: octet-counted over TCP (RFC 6587), one datagram each over UDP (RFC 5426). */
import dgram from "node:dgram";
import net from "node:net";
import { hostname } from "node:os";
import { canonicalText } from "../../core/json/canonical";
import type { OcsfEvent } from "../../core/trace/ocsf";
import { eventsOf } from "../../core/trace/ocsf";
import type { TraceOptions } from "../../core/trace/otel";
import type { SinkSettings } from "./settings";
import { type Sink, within } from "./sink";

type Place = Extract<SinkSettings, { readonly kind: "ocsf-syslog" }>;

const TIMEOUT_MS = 10_000;
/** security/authorization messages */
const FACILITY = 10;
/** OCSF severities 1 to 5 as those of syslog: informational, notice, warning, error, critical. */
const SEVERITIES: { readonly [severityId: number]: number } = { 1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1 };
/** What a datagram can hold. */
const LARGEST_DATAGRAM = 65_000;

/** `<PRI>1 TIMESTAMP HOST APP PROCID MSGID - MSG`; the message is one OCSF event in JSON. */
export function syslogMessage(event: OcsfEvent, host: string): string {
  const priority = FACILITY * 8 + (SEVERITIES[Number(event.severity_id)] ?? 6);
  const time = new Date(Number(event.time)).toISOString();
  const name = host.replace(/[^\x21-\x7e]/g, "").slice(0, 255) || "-";
  return `<${priority}>1 ${time} ${name} guardian ${process.pid} ocsf-${String(event.class_uid)} - ${canonicalText(event)}`;
}

export function ocsfSyslog(place: Place, options: TraceOptions): Sink {
  const host = hostname();
  const channel = place.transport === "tcp" ? tcpChannel(place) : udpChannel(place);
  return {
    name: `ocsf-syslog-${place.transport}`,
    async send(records) {
      const messages = records.flatMap((record) =>
        eventsOf(record, options).map((event) => syslogMessage(event, host)),
      );
      await channel.write(messages.map((message) => Buffer.from(message)));
    },
    close: () => channel.close(),
  };
}

interface Channel {
  write(messages: readonly Buffer[]): Promise<void>;
  close(): void;
}

function tcpChannel({ host, port }: Place): Channel {
  let socket: net.Socket | null = null;
  const connected = (): Promise<net.Socket> =>
    new Promise((resolve, reject) => {
      if (socket && !socket.destroyed && socket.writable) return resolve(socket);
      const fresh = net.connect({ host, port });
      socket = fresh;
      fresh.once("connect", () => resolve(fresh));
      // also later, when nobody is sending: the next batch connects afresh
      fresh.on("error", reject);
      fresh.unref();
    });
  const drop = (): void => {
    socket?.destroy();
    socket = null;
  };
  return {
    async write(messages) {
      const frames = messages.flatMap((message) => [Buffer.from(`${message.length} `), message]);
      try {
        const open = await within(TIMEOUT_MS, connected());
        const written = new Promise<void>((resolve, reject) => {
          open.once("error", reject);
          open.once("close", () => reject(new Error("the connection closed")));
          open.write(Buffer.concat(frames), (error) => (error ? reject(error) : resolve()));
        });
        await within(TIMEOUT_MS, written).finally(() => open.removeAllListeners("close"));
      } catch (error) {
        drop();
        throw error;
      }
    },
    close: drop,
  };
}

function udpChannel({ host, port }: Place): Channel {
  const socket = dgram.createSocket(net.isIPv6(host) ? "udp6" : "udp4");
  socket.on("error", () => undefined);
  socket.unref();
  const sendOne = (message: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.send(message, port, host, (error) => (error ? reject(error) : resolve()));
    });
  return {
    async write(messages) {
      const tooLarge = messages.some((message) => message.length > LARGEST_DATAGRAM);
      await within(
        TIMEOUT_MS,
        Promise.all(messages.filter((message) => message.length <= LARGEST_DATAGRAM).map(sendOne)),
      );
      if (tooLarge) throw new Error("an event is larger than a datagram");
    },
    close: () => socket.close(),
  };
}

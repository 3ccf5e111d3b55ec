/** A host client with a session at a peer that follows a script, for tests of what the client does about faults. */
import { randomBytes } from "node:crypto";
import { createGuardianClient } from "../host/client";
import { orThrow } from "../host/failures";
import type { GuardianClientOptions } from "../host/options";
import type { HostRecord } from "../host/records";
import { type FaultServer, type Script, startFaultServer } from "./fault-server";

export const peerSecret = new Uint8Array(randomBytes(32));

const running: FaultServer[] = [];

/** For `afterEach`. */
export async function closePeers(): Promise<void> {
  for (const server of running.splice(0)) await server.close();
}

export async function connectToPeer(script: Script, options: Partial<GuardianClientOptions> = {}) {
  const server = await startFaultServer(peerSecret, script);
  running.push(server);
  const records: HostRecord[] = [];
  const client = createGuardianClient({
    url: server.url,
    agentId: "agent-blue",
    keyId: "k1",
    secret: peerSecret,
    onRecord: (record) => records.push(record),
    ...options,
  });
  const session = orThrow(await client.open());
  const kinds = () => records.map((record) => record.kind);
  return { session, records, kinds, server };
}

/** The script for one method; everything else is answered as usual. */
export const only =
  (method: string, reply: Script): Script =>
  (received, peer) =>
    received.method === method ? reply(received, peer) : undefined;

export const refundCall = { tool: "refund_payment", arguments: { customer: "cust_1042", amount: 840 } };

/** A tool that counts and remembers what it was run with. */
export function countingTool() {
  const runs: unknown[] = [];
  return { runs, execute: (released: unknown) => runs.push(released) && { refunded: true } };
}

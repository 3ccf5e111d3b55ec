/** A host client at a real Guardian over its real listener: for tests of what the two make of one another. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createGuardianClient } from "../host/client";
import { orThrow } from "../host/failures";
import type { GuardianClientOptions } from "../host/options";
import type { HostRecord } from "../host/records";
import { type Listener, listen } from "../server/listener";
import { type AgentOptions, type DecideOptions, decide, type TestPerson, type World, world } from "./world";

export interface HostWorld {
  readonly w: World;
  readonly listener: Listener;
  readonly person: TestPerson;
  connect(options?: Partial<GuardianClientOptions>, agent?: AgentOptions): ReturnType<typeof connect>;
  /** For `onWaiting`: decides as a person would. */
  decideWhenAsked(options?: DecideOptions): (waiting: { readonly approvalId: string | null }) => void;
  chainOf(sessionId: string): ReturnType<typeof chainOf>;
  close(): Promise<void>;
}

export async function hostWorld(): Promise<HostWorld> {
  const w = await world();
  const person = await w.person();
  const listener = await listen({
    guardian: w.guardian,
    host: "127.0.0.1",
    port: 0,
    maxBytes: w.deps.limits.maxBytes,
    publishedKeys: () => ({ keys: [] }),
  });
  return {
    w,
    listener,
    person,
    connect: (options = {}, agent = {}) => connect(w, { url: `${listener.url}/acs`, ...options }, agent),
    decideWhenAsked: (options) => (waiting) => void decide(w.deps, person, waiting.approvalId ?? "", options),
    chainOf: (sessionId) => chainOf(w, sessionId),
    close: async () => {
      await listener.close();
      await w.close();
    },
  };
}

async function connect(
  w: World,
  options: Partial<GuardianClientOptions> & { url: string },
  agentOptions: AgentOptions,
) {
  const agent = await w.agent(agentOptions);
  const records: HostRecord[] = [];
  const client = createGuardianClient({ ...agent, onRecord: (record) => records.push(record), ...options });
  const session = orThrow(await client.open({ platform: "test", userContext: { user_id: "customer-1" } }));
  return { session, records };
}

async function chainOf(w: World, sessionId: string) {
  const session = await w.container.prisma.session.findFirstOrThrow({ where: { sessionId } });
  return w.container.prisma.entry.findMany({ where: { sessionKey: session.key }, orderBy: { seq: "asc" } });
}

export const refund = (amount: number) => ({
  tool: "refund_payment",
  arguments: { customer: "cust_1042", amount, currency: "EUR" },
});

/** A tool that remembers what it was run with. */
export function payingTool() {
  const runs: unknown[] = [];
  return { runs, execute: (released: unknown) => runs.push(released) && { status: "paid" } };
}

/** Forwards to the Guardian what `keepsBack` leaves, and drops the answers that `drops` picks after they were given. */
export async function lossyProxy(
  { w }: HostWorld,
  drops: (body: string) => boolean,
  keepsBack: (body: string) => boolean = () => false,
): Promise<{ readonly url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks);
      if (keepsBack(body.toString("utf8"))) return request.socket.destroy();
      const answer = await w.guardian.handle(body);
      if (drops(body.toString("utf8"))) request.socket.destroy();
      else response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/acs`, close };
}

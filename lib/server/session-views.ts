/** What the session, timeline and chain pages and routes read. Every read is limited to the viewer's tenant. */
import type {
  ChainPage,
  SessionHeader,
  SessionPage,
  StepDetail,
  StepRow,
  TimelineShape,
} from "../core/read-models/sessions";
import { chainPage } from "../storage/reads/chain";
import { type SessionFilter, sessionHeader, sessionList } from "../storage/reads/session-lists";
import { stepDetail, timelineRows, timelineShape } from "../storage/reads/timeline";
import { isStorable } from "../storage/text";
import { container } from "./container";
import { type RecordFilter, readHosted, withHost } from "./host-record-views";
import { type Viewer, viewerCan } from "./viewer";

const ATTENTION = ["denied", "waiting", "mismatch"] as const;

/** From a query string; what is not understood is left out. */
export function sessionFilter(query: URLSearchParams): SessionFilter {
  const text = query.get("q") ?? "";
  const before = query.get("before") ?? "";
  return {
    text: isStorable(text) ? text.slice(0, 200) : "",
    state: query.get("state") ?? undefined,
    attention: ATTENTION.find((kind) => kind === query.get("attention")),
    before: isStorable(before) ? before : "",
  };
}

export async function readSessions(viewer: Viewer, filter: SessionFilter): Promise<SessionPage> {
  const { prisma } = await container();
  return sessionList(prisma, viewer.tenantId, filter);
}

export async function readSession(viewer: Viewer, key: string): Promise<SessionHeader | null> {
  if (!isStorable(key)) return null;
  const { prisma } = await container();
  const header = await sessionHeader(prisma, viewer.tenantId, key);
  const hosted = header === null ? undefined : await readHosted(viewer, key);
  return header === null || hosted === undefined ? header : { ...header, hosted };
}

export function timelineFilter(query: URLSearchParams): RecordFilter {
  const text = query.get("q") ?? "";
  const list = (name: string) => (query.get(name) ?? "").split(",").filter((word) => /^[A-Za-z_]{1,40}$/.test(word));
  return {
    text: isStorable(text) ? text.slice(0, 200) : "",
    decisions: list("decision"),
    hooks: list("hook"),
    disagreements: query.get("disagreements") === "1",
  };
}

export async function readTimeline(viewer: Viewer, key: string, filter: RecordFilter): Promise<TimelineShape | null> {
  if (!isStorable(key)) return null;
  const { prisma } = await container();
  const shape = await timelineShape(prisma, { tenantId: viewer.tenantId, key }, filter);
  return shape === null ? null : withHost(viewer, key, { shape, filter });
}

export async function readSteps(
  viewer: Viewer,
  key: string,
  seqs: readonly number[],
): Promise<readonly StepRow[] | null> {
  if (!isStorable(key)) return null;
  const { prisma } = await container();
  const own = await prisma.session.findFirst({ where: { key, tenantId: viewer.tenantId }, select: { key: true } });
  return own === null ? null : timelineRows(prisma, key, seqs);
}

export async function readStep(viewer: Viewer, key: string, seq: number): Promise<StepDetail | null> {
  if (!isStorable(key)) return null;
  const { prisma } = await container();
  const step = await stepDetail(prisma, { tenantId: viewer.tenantId, key }, seq);
  return step === null || viewerCan(viewer, "approvals.read") ? step : { ...step, presentedUnder: null };
}

/** `exact` asks for the bytes of messages that hold secret values too; without evidence.export it changes nothing. */
export async function readChain(
  viewer: Viewer,
  query: { readonly key: string; readonly from: number; readonly to?: number; readonly exact: boolean },
): Promise<ChainPage | null> {
  if (!isStorable(query.key)) return null;
  const { prisma } = await container();
  const exact = query.exact && viewerCan(viewer, "evidence.export");
  return chainPage(prisma, { ...query, tenantId: viewer.tenantId, exact });
}

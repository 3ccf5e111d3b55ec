/** What the pages and routes about Agent Hooks hosts read. Every read is limited to the viewer's tenant. */
import { isDisagreement } from "../core/agent-hooks/compare-records";
import { MODEL_POINTS } from "../core/agent-hooks/points";
import type { EnforcedRow, HostedHeader, RecordDetail, RecordRow } from "../core/read-models/host-records";
import type { TimelineShape } from "../core/read-models/sessions";
import { type ComparedHost, comparedHost } from "../storage/reads/compared-host";
import { enforcedRows, recordChainState, recordDetail, recordRows } from "../storage/reads/host-records";
import type { TimelineFilter } from "../storage/reads/timeline";
import { isStorable } from "../storage/text";
import { container } from "./container";
import type { Viewer } from "./viewer";

async function hostOf(viewer: Viewer, key: string): Promise<ComparedHost | null> {
  if (!isStorable(key)) return null;
  const { prisma } = await container();
  return comparedHost(prisma, { tenantId: viewer.tenantId, key });
}

/** Undefined for a session that no Agent Hooks host runs. */
export async function readHosted(viewer: Viewer, key: string): Promise<HostedHeader | undefined> {
  const host = await hostOf(viewer, key);
  if (host === null) return undefined;
  const { prisma, deps } = await container();
  return { ...host.session, beside: [], chain: await recordChainState(prisma, deps.crypto, key) };
}

export async function readEnforced(
  viewer: Viewer,
  key: string,
  entries: readonly number[],
): Promise<readonly EnforcedRow[]> {
  const host = await hostOf(viewer, key);
  return host === null ? [] : enforcedRows(host, entries);
}

export async function readRecords(viewer: Viewer, key: string, seqs: readonly number[]): Promise<readonly RecordRow[]> {
  const host = await hostOf(viewer, key);
  if (host === null) return [];
  const { prisma } = await container();
  return recordRows(prisma, host, { key, seqs });
}

export async function readRecord(viewer: Viewer, key: string, seq: number): Promise<RecordDetail | null> {
  const host = await hostOf(viewer, key);
  if (host === null) return null;
  const { prisma } = await container();
  return recordDetail(prisma, host, { key, seq });
}

export interface RecordFilter extends TimelineFilter {
  /** Only what is flagged for more than being unenforced. */
  readonly disagreements?: boolean;
}

/** The shape with the records that stand beside the chain, as far as the filter leaves them. */
export async function withHost(
  viewer: Viewer,
  key: string,
  given: { readonly shape: TimelineShape; readonly filter: RecordFilter },
): Promise<TimelineShape> {
  const { shape, filter } = given;
  const host = await hostOf(viewer, key);
  if (host === null) return filter.disagreements ? { ...shape, matching: [] } : shape;
  const beside = host.session.beside.filter(([, seq]) => keeps(host.rows.get(seq), filter));
  const hosted = { ...host.session, beside };
  if (!filter.disagreements) return { ...shape, hosted };
  const flagged = [...host.comparison.entries].flatMap(([seq, { flags }]) => (isDisagreement(flags) ? [seq] : []));
  const wanted = new Set(shape.matching ?? flagged);
  return { ...shape, matching: flagged.filter((seq) => wanted.has(seq)), hosted };
}

const WORD_OF = { allow: "allow", deny: "deny", transform: "modify" } as const;

function keeps(row: RecordRow | undefined, filter: RecordFilter): boolean {
  if (row === undefined) return false;
  if (filter.disagreements && !isDisagreement(row.flags)) return false;
  if (filter.decisions?.length && !filter.decisions.includes(WORD_OF[row.decision])) return false;
  if (filter.hooks?.length && !(filter.hooks.includes("modelCall") && MODEL_POINTS.includes(row.point))) return false;
  const text = (filter.text ?? "").trim().toLowerCase();
  return text === "" || `${row.point} ${row.reason ?? ""} ${row.tool ?? ""}`.toLowerCase().includes(text);
}

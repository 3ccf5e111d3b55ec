/** What the list of AgBOMs reads. */
import type { AgbomSessionPage } from "../core/read-models/agbom-sessions";
import { agbomSessions } from "../storage/reads/agbom-sessions";
import { isStorable } from "../storage/text";
import { container } from "./container";
import type { Viewer } from "./viewer";

/** From a query string (`q`, `before`); what is not understood is left out. */
export async function readAgbomSessions(viewer: Viewer, query: URLSearchParams): Promise<AgbomSessionPage> {
  const { prisma } = await container();
  const text = query.get("q") ?? "";
  const before = query.get("before") ?? "";
  return agbomSessions(prisma, viewer.tenantId, {
    text: isStorable(text) ? text.slice(0, 200) : "",
    before: isStorable(before) ? before : "",
  });
}

/** What a session's AgBOM declares of the components that a step uses. */
import type { Pool } from "pg";
import type { ComponentUse, DeclaredComponent } from "../core/session/context";

/** In the order of `uses`; empty where nothing is declared. */
export async function readComponents(
  _pool: Pool,
  _session: { readonly tenantId: string; readonly key: string },
  uses: readonly ComponentUse[],
): Promise<readonly (readonly DeclaredComponent[])[]> {
  return uses.map(() => []);
}

/** What one hook of ACS is: its method, the dispositions it permits (W§16) and the schemas of its payload (W§12). */
import type { ZodType } from "zod";
import type { Disposition } from "../../policy/types";

export interface Hook {
  readonly method: string;
  readonly permitted: readonly Disposition[];
  readonly payload: ZodType;
  /** For sessions whose client produces provenance: the same with provenance on every data-bearing field (W§9). */
  readonly strictPayload: ZodType;
}

/** What one hook of ACS is: its method, the dispositions it permits (W§16) and the schema of its payload (W§12). */
import type { ZodType } from "zod";
import type { Disposition } from "../../policy/types";

export interface Hook {
  readonly method: string;
  readonly permitted: readonly Disposition[];
  readonly payload: ZodType;
}

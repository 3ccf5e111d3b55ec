/** The findings of a step composed, with or without what an approval settles. */
import { type Conclusion, compose } from "../core/policy/compose";
import type { Evaluated } from "./stages/evaluate";

export const concludePolicy = (
  evaluated: Evaluated,
  discharged: Parameters<typeof compose>[0]["discharged"] = [],
): Conclusion =>
  compose({
    findings: evaluated.findings,
    permitted: evaluated.permitted,
    permits: evaluated.permits,
    discharged,
    bundle_digest: evaluated.bundle.digest,
  });

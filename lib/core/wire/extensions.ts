/** This Guardian's own methods below `guardian/`, documented beside ACS and never part of `methods_*`. */
import { INTERCEPT, RECORDS, RESOLVE, RULES } from "./agent-hooks";

/** `acs-approval/1`. */
export const APPROVAL = "guardian/approval";

export const EXTENSION_METHODS = [APPROVAL, RESOLVE, RULES, RECORDS, INTERCEPT] as const;
export type ExtensionMethod = (typeof EXTENSION_METHODS)[number];

export const isExtensionMethod = (method: string): method is ExtensionMethod =>
  (EXTENSION_METHODS as readonly string[]).includes(method);

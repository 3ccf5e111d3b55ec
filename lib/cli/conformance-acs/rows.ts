/** Every requirement of the standard's conformance page, ACS-Core and the six profiles, each with its check. */

import type { Row } from "./row";
import { CORE_ROWS } from "./rows-core";
import { HOOK_ROWS } from "./rows-hooks";
import { PROFILE_ROWS } from "./rows-profiles";
import { WIRE_ROWS } from "./rows-wire";

export const ROWS: readonly Row[] = [...CORE_ROWS, ...HOOK_ROWS, ...WIRE_ROWS, ...PROFILE_ROWS];

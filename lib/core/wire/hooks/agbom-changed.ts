/** `agbom/changed` (W§13): the AgBOM has changed: the whole of it, or what was added, removed and changed. */
import { agbomChangedPayload, strictAgbomChangedPayload } from "../../agbom/schema";
import type { Hook } from "./hook";

export const agbomChanged = {
  method: "agbom/changed",
  permitted: ["allow", "deny"],
  payload: agbomChangedPayload,
  strictPayload: strictAgbomChangedPayload,
} as const satisfies Hook;

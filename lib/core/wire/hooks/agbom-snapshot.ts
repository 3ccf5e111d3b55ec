/** `agbom/snapshot` (W§13): the whole AgBOM, once a session. */
import { agbomSnapshotPayload, strictAgbomSnapshotPayload } from "../../agbom/schema";
import type { Hook } from "./hook";

export const agbomSnapshot = {
  method: "agbom/snapshot",
  permitted: ["allow", "deny"],
  payload: agbomSnapshotPayload,
  strictPayload: strictAgbomSnapshotPayload,
} as const satisfies Hook;

/** The surfaces that the reference loop declares, each with a claim of its own. */
import type { Surface } from "../../agent-hooks/hook-session";

export const SURFACE_NAMES = ["continue", "terminate", "incremental"] as const;
export type SurfaceName = (typeof SURFACE_NAMES)[number];

const LOOP = ["model_calls", "tool_calls", "parallel_tool_calls", "multi_turn"] as const;

export const SURFACES: Readonly<Record<SurfaceName, Surface>> = {
  continue: { capabilities: [...LOOP, "streaming"], toolSeamHostError: "continue", bufferedOutput: true },
  terminate: { capabilities: [...LOOP, "streaming"], toolSeamHostError: "terminate", bufferedOutput: true },
  incremental: {
    capabilities: [...LOOP, "incremental_output"],
    toolSeamHostError: "continue",
    bufferedOutput: false,
  },
};

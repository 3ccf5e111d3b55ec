/** Which data is trusted: by origin and source as the bundle says, never by what a message claims (ACS §7). */
import type { Leaf, Origin } from "../session/context";
import { keptText } from "../session/kept";
import type { ParadigmSettings, Trust } from "./paradigms";

export const DEFAULT_TRUST: Trust = {
  trusted_origins: ["user_input", "system"],
  trusted_sources: [],
  untrusted_sources: [],
};

export interface TrustCheck {
  trusts(leaf: Leaf): boolean;
}

const made = new WeakMap<ParadigmSettings, TrustCheck>();

/** A source named in both lists is untrusted. Made once for the settings of a bundle. */
export function trustOf(settings: ParadigmSettings): TrustCheck {
  const known = made.get(settings) ?? makeTrust(settings);
  made.set(settings, known);
  return known;
}

function makeTrust(settings: ParadigmSettings): TrustCheck {
  const { trusted_origins, trusted_sources, untrusted_sources } = settings.trust ?? DEFAULT_TRUST;
  const origins = new Set<Origin>(trusted_origins);
  const good = new Set(trusted_sources.map((source) => keptText(source)));
  const bad = new Set(untrusted_sources.map((source) => keptText(source)));
  return {
    trusts({ origin, source_id }) {
      if (source_id !== undefined && bad.has(source_id)) return false;
      return (source_id !== undefined && good.has(source_id)) || origins.has(origin);
    },
  };
}

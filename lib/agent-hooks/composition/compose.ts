/** §7: the closed set of profiles, with their knobs resolved. */
import type { JsonObject } from "../../core/json/value";
import type { Composition } from "../types";
import { firstDeny } from "./first-deny";
import type { Combined, Round } from "./round";
import { runAll } from "./run-all";
import { strictestOf } from "./strictest";
import { unanimous } from "./unanimous";

export interface Profile {
  /** As written on records: the profile and the knobs that it reads. */
  readonly declared: JsonObject;
  /** Its records say whether the fold was cut short. */
  readonly sequential: boolean;
  /** Its records list all verdicts, even when there are none. */
  readonly needsVerdicts: boolean;
  compose(round: Round): Promise<Combined>;
}

const KNOBS = ["stop", "resume", "deny", "approval"];

/** Throws on anything that is not in the set: a host with it must not start. */
export function profileOf(composition: Composition = { profile: "sequential/first_deny" }): Profile {
  switch (composition?.profile) {
    case "sequential/first_deny": {
      const on_approval = knob(composition.on_approval ?? "resume", KNOBS.slice(0, 2));
      return {
        declared: { profile: composition.profile, on_approval },
        sequential: true,
        needsVerdicts: false,
        compose: (round) => firstDeny(round, on_approval),
      };
    }
    case "sequential/run_all":
      return { declared: { profile: composition.profile }, sequential: true, needsVerdicts: true, compose: runAll };
    case "parallel/strictest": {
      const on_transform_conflict = knob(composition.on_transform_conflict ?? "deny", KNOBS.slice(2));
      return {
        declared: { profile: composition.profile, on_transform_conflict },
        sequential: false,
        needsVerdicts: true,
        compose: (round) => strictestOf(round, on_transform_conflict),
      };
    }
    case "parallel/unanimous": {
      const on_disagreement = knob(composition.on_disagreement ?? "deny", KNOBS.slice(2));
      return {
        declared: { profile: composition.profile, on_disagreement },
        sequential: false,
        needsVerdicts: true,
        compose: (round) => unanimous(round, on_disagreement),
      };
    }
    default:
      throw new TypeError("composition: no such profile");
  }
}

function knob<K extends string>(value: K, of: readonly string[]): K {
  if (!of.includes(value)) throw new TypeError(`composition: a knob is ${of.join(" or ")}`);
  return value;
}

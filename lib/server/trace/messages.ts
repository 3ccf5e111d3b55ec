/** What the Guardian's thread and the trace thread say to one another. */
import type { Handed } from "../../guardian/trace-port";
import type { SinkStatus } from "./sink";

export type ToThread =
  | { readonly kind: "records"; readonly records: readonly Handed[] }
  /** Send what is queued for at most `ms`, then end. */
  | { readonly kind: "close"; readonly ms: number };

export type FromThread =
  /** One batch is read and queued: the next may come. */
  | { readonly kind: "taken" }
  | { readonly kind: "status"; readonly sinks: readonly SinkStatus[] }
  | { readonly kind: "closed" };

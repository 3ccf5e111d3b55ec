/** Settings of the paradigm rules in a bundle (`paradigms`); a paradigm that is absent is off. */
import type { Origin } from "../session/context";

export interface Trust {
  /** Origins that are trusted; default user_input and system. agent_generated takes the minimum of its sources. */
  readonly trusted_origins: readonly Origin[];
  /** source_ids that are trusted although their origin is not, and the other way round. */
  readonly trusted_sources: readonly string[];
  readonly untrusted_sources: readonly string[];
}

export interface ParadigmSettings {
  /** Sessions whose client produces no provenance are refused at the handshake (-32002). */
  readonly require_provenance?: boolean;
  readonly trust?: Trust;
  /** Capabilities and tools that count as consequential: "filesystem.delete", "network.*", "tool:refund_payment". */
  readonly consequential?: readonly string[];
  readonly ibac?: { readonly on_mismatch: "ask" | "deny"; readonly max_extensions: number };
  readonly fides?: {
    /** P-T: untrusted data must not decide a consequential action. */
    readonly on_untrusted: "ask" | "deny";
    /** Arguments that may hold untrusted data (the body of a mail), as long as no other argument of the call does. */
    readonly carriers?: readonly { readonly tool: string; readonly argument: string }[];
    /** P-F: data of these sources may flow only to those tools. */
    readonly flows: readonly { readonly from: string; readonly to: readonly string[] }[];
  };
  readonly camel?: {
    /** Argument of a tool → the origins or source_ids that it may come from. */
    readonly arguments: readonly {
      readonly tool: string;
      readonly argument: string;
      readonly may_come_from: readonly string[];
    }[];
  };
  readonly aarm?: {
    /** Untrusted data of the last so many steps counts. */
    readonly look_back_steps: number;
    readonly on_taint: "ask" | "deny";
  };
  /** What the AgBOM leaves open; absent means that it is reported and decides nothing. */
  readonly components?: {
    /** In use in a session that has an AgBOM, and not declared in it. */
    readonly on_undeclared?: "ask" | "deny";
    /** A ban names it, but what the ban compares is not known. */
    readonly on_not_checked?: "ask" | "deny";
  };
}

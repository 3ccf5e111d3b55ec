/** A strict walk over a stored chain, one entry at a time, so that a page can show progress (§8.2, W§10). */
import type { Crypto } from "../crypto";
import { isDigest } from "../encoding";
import type { JsonObject } from "../json/value";
import { linkFault } from "./check-link";
import { decisionFault, idFault, requestFault } from "./check-messages";
import {
  type CheckedSignature,
  isAnsweredInKind,
  type SignatureChecker,
  type SignatureTrust,
  sessionIdOf,
  signatureChecker,
} from "./check-signatures";
import { entryHash } from "./entry";
import { type Link, placesOf, readLinks, readStored } from "./links";
import type { ChainAnchor, ChainCounts, ChainFaultKind, ChainFinding, ChainItem, EntryVerdict } from "./report";

/** With keys, signatures are checked too. */
export interface ChainOptions extends SignatureTrust {
  readonly anchor?: ChainAnchor;
  /** Where the stored entries start: everything up to this one is archived under a checkpoint that the caller has judged. */
  readonly start?: ChainStart;
}

export interface ChainStart {
  readonly count: number;
  readonly head: string;
}

interface Step {
  readonly link: Link;
  readonly report: (kind: ChainFaultKind, message: string, seq?: number) => void;
}

/** Made by `openChain`, moved by `verifyEntry`, finished by `closeChain`. */
export class ChainWalk {
  readonly links: readonly Link[];
  readonly findings: ChainFinding[] = [];
  readonly counts: { -readonly [name in keyof ChainCounts]: number } = {
    requests: 0,
    responses: 0,
    withheldRequests: 0,
    withheldResponses: 0,
    validSignatures: 0,
    invalidSignatures: 0,
    malformedSignatures: 0,
    uncheckedSignatures: 0,
  };
  /** Recomputed hash of the entry before the next one. */
  head: string | null = null;
  at = 0;
  /** Of the messages: how many are signed with HMAC, and how many of those do not verify. */
  readonly shared = { messages: 0, invalid: 0 };
  private readonly places: ReadonlyMap<Link, number>;
  private readonly known: ReadonlySet<string>;
  private readonly later: Set<string>;
  private readonly seenPrevious = new Set<string | null>();
  private readonly isShortInside: boolean;
  private readonly signatures: SignatureChecker;

  constructor(
    private readonly c: Crypto,
    items: readonly ChainItem[],
    readonly options: ChainOptions,
  ) {
    const { anchor, start } = options;
    this.head = start?.head ?? null;
    this.links = readLinks(items);
    this.places = placesOf(this.links);
    this.known = new Set([...this.links.map((link) => link.hash), ...(start ? [start.head] : [])]);
    this.later = new Set(this.links.map((link) => link.hash));
    this.signatures = signatureChecker(c, options);
    const stored = items.length + (start?.count ?? 0);
    this.isShortInside = anchor !== undefined && anchor.count > stored && this.links.at(-1)?.hash === anchor.head;
  }

  next(): EntryVerdict | null {
    const link = this.links[this.at];
    if (link === undefined) return null;
    const found: ChainFinding[] = [];
    const report: Step["report"] = (kind, message, seq = link.item.seq) => found.push({ kind, seq, message });
    const { validSignatures, uncheckedSignatures } = this.counts;
    const hash = this.check({ link, report });
    this.findings.push(...found);
    this.head = hash;
    this.at += 1;
    const signatures = {
      valid: this.counts.validSignatures - validSignatures,
      unchecked: this.counts.uncheckedSignatures - uncheckedSignatures,
    };
    return { seq: link.item.seq, entryHash: hash, findings: found, signatures };
  }

  private check(step: Step): string | null {
    const { link, report } = step;
    if (link.isMisplaced) report("reordered", "the file holds this entry out of order");
    if (link.entry === null) {
      report("unreadable", "the stored text is no ContextEntry");
      return null;
    }
    const isReadable = link.previous === null || isDigest(link.previous);
    const hash = isReadable ? entryHash(this.c, link.entry, link.previous) : null;
    if (hash !== link.hash) report("altered", "the content does not hash to entry_hash");
    this.checkLink(step);
    this.later.delete(link.hash);
    // an answer publishes its own entry's hash, or a later one when the same step appended more
    this.checkMessages(step, link.entry, (head) => head === hash || head === link.hash || this.later.has(head));
    return hash;
  }

  private checkLink({ link, report }: Step): void {
    const isSecond = this.seenPrevious.has(link.previous);
    this.seenPrevious.add(link.previous);
    const fault = linkFault({
      link,
      before: this.links[this.at - 1],
      start: this.options.start,
      beforeHash: this.head,
      place: this.places.get(link),
      isSecond,
      isPredecessorPresent: link.previous === null || this.known.has(link.previous),
      isShortInside: this.isShortInside,
    });
    if (fault !== null) report(fault.kind, fault.message, fault.seq);
  }

  private checkMessages({ link, report }: Step, entry: JsonObject, isHead: (head: string) => boolean): void {
    const { item } = link;
    this.countMessages(item, entry);
    const request = item.request === null ? null : readStored(item.request);
    const response = item.response === null ? null : readStored(item.response);
    const asked = item.request === null ? null : requestFault(this.c, entry, request);
    const answered = item.response === null ? null : decisionFault(this.c, entry, { response, isHead });
    if (asked !== null) report("request_mismatch", asked);
    if (answered !== null) report("decision_mismatch", answered);
    if (request === null) return;
    const crossed = asked !== null || answered !== null || response === null ? null : idFault(request, response);
    if (crossed !== null) report(crossed, "request and answer carry different ids");
    this.checkSignatures(report, request, response);
  }

  private countMessages({ request, response }: ChainItem, entry: JsonObject): void {
    if (request !== null) this.counts.requests += 1;
    else if (Object.hasOwn(entry, "request_hash")) this.counts.withheldRequests += 1;
    if (response !== null) this.counts.responses += 1;
    else if (Object.hasOwn(entry, "decision_hash")) this.counts.withheldResponses += 1;
    // its session key is derived from the request, which is not here
    if (request === null && response !== null) this.counts.uncheckedSignatures += 1;
  }

  private checkSignatures(report: Step["report"], request: JsonObject, response: JsonObject | null): void {
    const sessionId = sessionIdOf(request);
    if (sessionId === null) return;
    const count = ({ outcome, isShared }: CheckedSignature, name: string) => {
      this.counts[`${outcome}Signatures`] += 1;
      if (isShared) this.shared.messages += 1;
      if (isShared && outcome === "invalid") this.shared.invalid += 1;
      if (outcome === "invalid" || outcome === "malformed")
        report("signature_invalid", `the signature of the stored ${name} does not verify`);
    };
    count(this.signatures.check(request, "params", sessionId), "request");
    if (response !== null && Object.hasOwn(response, "result")) {
      const checked = this.signatures.check(response, "result", sessionId);
      count(isAnsweredInKind(request, response) ? checked : { outcome: "malformed", isShared: false }, "answer");
    }
  }
}

/** What agents were told, kept outside the Guardian, to hold its database against afterwards. */

export interface Acknowledged {
  readonly sessionId: string;
  readonly requestId: string;
  readonly method: string;
  readonly decision: string;
  /** The head that the signed answer published: the Guardian promised that this entry is on disk. */
  readonly chainHash: string;
  readonly approvalId: string | null;
}

export class Ledger {
  readonly acknowledged: Acknowledged[] = [];
  /** The request_id of each step whose tool really ran, as often as it ran. */
  readonly executed: string[] = [];
  /** What an agent saw and must never see. */
  readonly faults: string[] = [];
  /** What may happen around a crash and helps to read a report. */
  readonly notes: string[] = [];

  acknowledge(answer: Acknowledged): void {
    this.acknowledged.push(answer);
  }
}

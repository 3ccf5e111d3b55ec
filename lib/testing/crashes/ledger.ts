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
  /** Tools that really ran, by the approval that released them. */
  readonly executed = new Map<string, number>();
  /** What an agent saw and must never see. */
  readonly faults: string[] = [];

  acknowledge(answer: Acknowledged): void {
    this.acknowledged.push(answer);
  }

  execute(approvalId: string): void {
    this.executed.set(approvalId, (this.executed.get(approvalId) ?? 0) + 1);
  }
}

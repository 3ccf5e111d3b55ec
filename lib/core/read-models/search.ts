/** What the palette's search finds. */

export interface SearchHit {
  readonly kind: "approval" | "session" | "agent" | "person";
  readonly id: string;
  readonly title: string;
  readonly detail: string;
}

/** What the search route answers; each group is short and already limited to what the viewer may read. */
export interface SearchAnswer {
  readonly results: readonly SearchHit[];
}

/** What happens to a step for which no decision came (§6.4). */
export type Posture = "deny" | "proceed";

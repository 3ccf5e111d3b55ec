/** How a check ends when it does not pass; thrown inside checks, caught by the runner alone. */

/** The target does not do what the row asks. */
export class Failed extends Error {}

/** Nobody can tell from here. */
export class NotEstablished extends Error {}

/** The target does not say that it does. */
export class NotClaimed extends Error {}

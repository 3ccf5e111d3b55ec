/** Text for LIKE: Prisma hands `contains` and `startsWith` to it as they are. */

/** Matches what was typed, not a pattern. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");

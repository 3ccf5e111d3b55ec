/** `expect.poll` with the patience that a busy machine needs. */
import { expect } from "vitest";

export const soon = <T>(look: () => T) => expect.poll(look, { timeout: 20_000 });

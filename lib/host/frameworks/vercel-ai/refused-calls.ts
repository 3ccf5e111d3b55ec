/** Calls of the AI SDK for which the contract has no points. They exist on the governed object to be refused there. */
export const REFUSED_CALLS = [
  "embed",
  "embedMany",
  "experimental_generateImage",
  "experimental_generateSpeech",
  "experimental_generateVideo",
  "experimental_transcribe",
  "generateImage",
  "rerank",
] as const;

export type RefusedCall = (typeof REFUSED_CALLS)[number];

/** Prompts of the AI SDK, shown to guards and taken back from them. */
import { describe, expect, it } from "vitest";
import { messagesToPrompt, promptToMessage, toPlain } from "./ai-messages";
import type { AiMessage } from "./ai-model-types";

const PROMPT: readonly AiMessage[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "See this." }], providerOptions: { p: { cache: true } } },
  {
    role: "user",
    content: [
      { type: "text", text: "And this." },
      { type: "file", mediaType: "image/png", data: new Uint8Array([1, 2, 3]) },
      { type: "file", mediaType: "image/png", data: new URL("https://example.org/a.png") },
    ],
  },
];

const shown = () => PROMPT.map(promptToMessage);

describe("a prompt", () => {
  it("is shown as plain data: bytes as base64, addresses by name", () => {
    expect(shown()).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "See this." },
      {
        role: "user",
        content: [
          { type: "text", text: "And this." },
          { type: "file", mediaType: "image/png", data: "AQID" },
          { type: "file", mediaType: "image/png", data: { url: "https://example.org/a.png" } },
        ],
      },
    ]);
  });

  it("is the same again when nothing was changed", () => {
    expect(messagesToPrompt(JSON.parse(JSON.stringify(shown())), PROMPT)).toEqual(PROMPT);
  });

  it("keeps what was left alone when a message before it was taken out", () => {
    const [, second, third] = PROMPT;
    expect(messagesToPrompt(shown().slice(1), PROMPT)).toEqual([second, third]);
  });

  it("says what was permitted, with the settings of the message in whose place it stands", () => {
    const messages = shown();
    messages[1] = { role: "user", content: "See that." };
    expect(messagesToPrompt(messages, PROMPT)[1]).toEqual({
      role: "user",
      content: [{ type: "text", text: "See that." }],
      providerOptions: { p: { cache: true } },
    });
  });

  it("takes addresses back as addresses", () => {
    const messages = JSON.parse(JSON.stringify(shown()).replace("And this.", "And that."));
    expect(messagesToPrompt(messages, PROMPT)[2]).toMatchObject({
      content: [{}, { data: "AQID" }, { data: new URL("https://example.org/a.png") }],
    });
  });

  it.each([[7], [null], [{ text: "x" }]])("cannot say the content %j", (content) => {
    expect(() => messagesToPrompt([{ role: "user", content }], PROMPT)).toThrow(TypeError);
  });
});

describe("plain data", () => {
  it("leaves what has no plain form to the contract to refuse", () => {
    const date = new Date(0);
    expect(toPlain({ date, nothing: undefined })).toEqual({ date });
  });
});

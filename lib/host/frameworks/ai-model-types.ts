/**
 * What the adapters need of a language model of the AI SDK (provider interface v2 and v3), as structure: the packages that
 * define it come in several versions, and none is imported here.
 */

export interface AiModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls?: unknown;
  doGenerate(options: AiCall): PromiseLike<AiResult>;
  doStream(options: AiCall): PromiseLike<{ stream: ReadableStream<AiPart> } & { readonly [member: string]: unknown }>;
}

export interface AiCall {
  readonly prompt: readonly AiMessage[];
  readonly tools?: readonly AiTool[] | undefined;
  readonly [setting: string]: unknown;
}

export interface AiMessage {
  readonly role: string;
  readonly content: unknown;
  readonly providerOptions?: unknown;
}

export interface AiTool {
  readonly type: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

/** A part of a response or of its stream. */
export interface AiPart {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface AiResult {
  readonly content: readonly AiPart[];
  /** v2: a word; v3: `{unified, raw}`. */
  readonly finishReason: unknown;
  readonly [member: string]: unknown;
}

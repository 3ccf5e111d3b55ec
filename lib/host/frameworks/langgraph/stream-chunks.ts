/** A stream that is held back until its answer is permitted. */
import type { ReactAgent } from "langchain";
import type { AgentConfig } from "./agent-config";
import type { AgentInput } from "./turn-input";
import type { AgentState } from "./turn-output";

/** Modes whose chunks are made of state, which has passed its points. The others carry raw events. */
const MODES = ["values", "updates", "messages"];

interface Chunk {
  readonly namespace: readonly string[];
  readonly mode: string;
  readonly data: unknown;
}

/** Why a stream would show what nobody judged, or null. */
export function refusedStream({ streamMode, encoding }: AgentConfig): string | null {
  const mode = modesOf(streamMode).find((one) => !MODES.includes(one));
  if (mode !== undefined) return `streamMode ${mode}`;
  return encoding === undefined ? null : "encoding";
}

const modesOf = (mode: AgentConfig["streamMode"]): readonly string[] =>
  mode === undefined ? ["updates"] : typeof mode === "string" ? [mode] : mode;

/** Runs to the end. The final state is the last one of the graph itself. */
export async function openStream(
  agent: ReactAgent,
  { input, config }: { readonly input: AgentInput; readonly config: AgentConfig },
): Promise<{ chunks: Chunk[]; state: AgentState }> {
  const streamMode = [...new Set([...modesOf(config.streamMode), "values"])];
  const stream = await agent.stream(input as never, { ...config, streamMode, subgraphs: true } as never);
  const chunks: Chunk[] = [];
  for await (const [namespace, mode, data] of stream as unknown as AsyncIterable<[string[], string, unknown]>) {
    chunks.push({ namespace, mode, data });
  }
  const states = chunks.filter(({ mode, namespace }) => mode === "values" && namespace.length === 0);
  const interrupts = chunks.findLast(({ data }) => Array.isArray((data as AgentState | null)?.__interrupt__));
  const last = (states.at(-1)?.data ?? { messages: [] }) as AgentState;
  const waiting = (interrupts?.data as AgentState | undefined)?.__interrupt__;
  return { chunks, state: waiting ? { ...last, __interrupt__: waiting } : last };
}

interface Release {
  readonly chunks: readonly Chunk[];
  readonly config: AgentConfig;
  readonly isRewritten: boolean;
  readonly state: AgentState;
}

/** In the shapes that the caller asked for. */
export function releaseChunks({ chunks, config, isRewritten, state }: Release): unknown[] {
  const modes = modesOf(config.streamMode);
  const shown = isRewritten ? modes.map((mode) => ({ namespace: [], mode, data: alone(mode, state) })) : chunks;
  return shown
    .filter(({ mode, namespace }) => modes.includes(mode) && (config.subgraphs === true || namespace.length === 0))
    .map(({ namespace, mode, data }) => {
      const tagged = Array.isArray(config.streamMode) ? [mode, data] : [data];
      const chunk = config.subgraphs === true ? [namespace, ...tagged] : tagged;
      return chunk.length === 1 ? chunk[0] : chunk;
    });
}

/** The rewritten answer in the form of one mode: earlier chunks would show the old one. */
function alone(mode: string, state: AgentState): unknown {
  const answer = state.messages.at(-1);
  if (mode === "values") return state;
  if (mode === "messages") return [answer, {}];
  return state.__interrupt__ ? { __interrupt__: state.__interrupt__ } : { model_request: { messages: [answer] } };
}

/** Knowledge and memory: what was asked, where, and what came back or was kept (W§12.6 to W§12.8). */
import { Facts } from "@/components/ui/facts";
import type { JsonObject } from "@/lib/core/json/value";
import { Code, type HookPlace, Part, Provenance, Slot, Word } from "./parts";
import { list, number, object, text, words } from "./payload";
import { Value } from "./value";

interface BodyProps {
  readonly place: HookPlace;
  readonly payload: JsonObject;
}

export function RetrievalBody({ place, payload }: BodyProps) {
  const results = list(payload.results);
  const source = object(payload.source) ?? object(payload.memory_store);
  return (
    <>
      <Part title="Query">
        {payload.query === undefined ? (
          <span className="text-13 text-ink-3">none given</span>
        ) : (
          <Slot place={place} slot={payload.query} name="the query" />
        )}
        <div className="mt-2">
          <Facts>
            <Word name="Source" value={text(source?.name)} />
            <Word name="Kind" value={words(source?.type) ?? words(source?.scope)} />
            <Code name="Version" value={text(source?.version)} />
          </Facts>
        </div>
      </Part>
      <Part title="Results" aside={results.length === 0 ? "none came back" : String(results.length)}>
        <ol className="flex flex-col gap-3">
          {results.map((item, index) => {
            const result = object(item);
            return (
              <li key={index.toString()} className="min-w-0 border-l-2 border-line-strong pl-3">
                <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-3">
                  <span data-tabular>{index + 1}</span>
                  <Hint name="source" value={text(result?.source_id) ?? text(result?.memory_id)} />
                  <Hint name="score" value={number(result?.score)?.toString() ?? null} />
                  <Hint name="kept" value={text(result?.stored_at)} />
                  <Provenance place={place} value={result?.provenance} />
                </div>
                <Value value={result === null ? item : result.value} name={`result ${index + 1}`} />
              </li>
            );
          })}
        </ol>
      </Part>
    </>
  );
}

export function MemoryStoreBody({ place, payload }: BodyProps) {
  const store = object(payload.memory_store);
  return (
    <Part title="Kept in memory">
      <Facts>
        <Word name="Operation" value={text(payload.operation)} />
        <Word name="Store" value={text(store?.name)} />
        <Word name="Scope" value={words(store?.scope)} />
        <Code name="Memory id" value={text(payload.memory_id)} />
      </Facts>
      <div className="mt-2">
        <Slot place={place} slot={payload.content} name="the content" />
      </div>
    </Part>
  );
}

const Hint = ({ name, value }: { name: string; value: string | null }) =>
  value === null ? null : (
    <span className="max-w-full break-all">
      {name} <span className="font-mono text-ink-2">{value}</span>
    </span>
  );

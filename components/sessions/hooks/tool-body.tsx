/** A tool call and what came of it (W§12.9, W§12.10). */
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import { formatLatency } from "@/lib/console/format";
import type { JsonObject, JsonValue } from "@/lib/core/json/value";
import { Code, type HookPlace, Part, Slot, StepRef, Word } from "./parts";
import { list, number, object, text, words } from "./payload";

interface BodyProps {
  readonly place: HookPlace;
  readonly payload: JsonObject;
}

export function ToolCallBody({ place, payload }: BodyProps) {
  const args = Object.entries(object(payload.arguments) ?? {});
  const intent = object(payload.intent);
  return (
    <>
      <Part title="Call">
        <Facts>
          <Tool value={payload.tool} />
          <Code name="Capability" value={text(payload.capability)} />
          <Word name="Operation" value={text(payload.operation)} />
          <Word name="Said purpose" value={text(intent?.description) ?? text(intent?.goal)} />
          <Code name="Raw command" value={text(payload.raw_command)} />
        </Facts>
      </Part>
      <Part title="Arguments" aside={args.length === 0 ? "none" : String(args.length)}>
        <Rows place={place} rows={args} />
      </Part>
    </>
  );
}

export function ToolResultBody({ place, payload }: BodyProps) {
  const outputs = list(payload.outputs);
  const ref = text(payload.request_id_ref);
  const ms = number(payload.duration_ms);
  return (
    <>
      <Part title="Result">
        <Facts>
          <Tool value={payload.tool} />
          <Word name="Ended" value={words(payload.exit_status)} />
          {ms === null ? null : <Fact name="Took">{formatLatency(ms * 1000)}</Fact>}
          {ref === null ? null : (
            <Fact name="Call">
              <StepRef place={place} id={ref} />
            </Fact>
          )}
        </Facts>
      </Part>
      <Part title="Outputs" aside={outputs.length === 0 ? "none" : String(outputs.length)}>
        <Rows place={place} rows={outputs.map((slot, index) => [String(index + 1), slot] as const)} />
      </Part>
    </>
  );
}

function Tool({ value }: { value: JsonValue | undefined }) {
  const tool = object(value);
  const name = text(tool?.name);
  if (name === null) return null;
  const from = [text(tool?.provider), text(tool?.version)].filter((part) => part !== null).join(" ");
  return (
    <Fact name="Tool">
      <VisibleText text={name} className="font-mono" /> <NameBadge name={name} />
      {from === "" ? null : <VisibleText text={from} className="ml-2 text-12 text-ink-3" />}
    </Fact>
  );
}

const Rows = ({ place, rows }: { place: HookPlace; rows: readonly (readonly [string, JsonValue])[] }) => (
  <dl className="flex flex-col gap-2">
    {rows.map(([name, slot]) => (
      <div key={name} className="grid grid-cols-[minmax(72px,max-content)_1fr] gap-x-4 touch:grid-cols-1">
        <dt className="max-w-40 font-mono text-12 leading-5 break-all text-ink-3">
          <VisibleText text={name} />
        </dt>
        <dd className="min-w-0">
          <Slot place={place} slot={slot} name={name} />
        </dd>
      </div>
    ))}
  </dl>
);

"use client";
/** What exactly will happen: the sentence, the tool, every argument, and what changed against what was asked. */
import { TriangleAlert } from "lucide-react";
import { NameBadge } from "@/components/domain/name-badge";
import { RiskBar } from "@/components/domain/risk-bar";
import { Segments } from "@/components/domain/segments";
import { VisibleText } from "@/components/domain/visible-text";
import type { ViewModel } from "@/lib/console/served-view";
import { ArgumentTable } from "./argument-table";
import { Block } from "./block";
import { ChangeList } from "./change-list";
import type { Editing } from "./use-editing";
import { Value } from "./value";

export function ActBlock({ view, editing }: { view: ViewModel; editing: Editing }) {
  return (
    <Block title="Act" aside={<RiskBar risk={view.risk} className="text-12" />}>
      <h3 className="text-20 font-semibold tracking-[-0.01em] text-balance">
        <VisibleText text={view.sentence} />
      </h3>
      <ToolLine view={view} />
      <Warnings view={view} />
      <ArgumentTable view={view} editing={editing} />
      <Others title="Parts that no schema knows" values={view.unknown} />
      <ChangeList changes={view.changes} byPolicy={view.modified_by_policy} />
      <Others
        title="In the agent's own words"
        note="Not part of what runs. The agent may be wrong, or steered."
        values={view.agent_words}
      />
    </Block>
  );
}

function ToolLine({ view }: { view: ViewModel }) {
  const { tool } = view;
  const facts = [
    ["provider", tool.provider],
    ["version", tool.version],
    ["capability", tool.capability],
    ["operation", tool.operation],
  ] as const;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-ink-2">
      {tool.name === null ? (
        <span>No tool named</span>
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          Tool <Segments parts={tool.name.segments} className="font-mono text-ink" />
          <NameBadge name={tool.name.text} />
        </span>
      )}
      {facts.map(([name, value]) =>
        value === null ? null : (
          <span key={name}>
            {name} <Segments parts={value.segments} className="font-mono text-ink" />
          </span>
        ),
      )}
      {tool.wrapped_mcp ? (
        <span>
          through MCP server{" "}
          {tool.server === null ? (
            <span className="font-medium text-risk-high">unknown</span>
          ) : (
            <Segments parts={tool.server.segments} className="font-mono text-ink" />
          )}
        </span>
      ) : null}
      {tool.raw_command === null ? null : (
        <div className="w-full">
          Command as the agent quotes it <Segments parts={tool.raw_command.segments} className="font-mono text-ink" />
        </div>
      )}
    </div>
  );
}

function Warnings({ view }: { view: ViewModel }) {
  if (view.warnings.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-col gap-1.5" aria-label="Warnings">
      {view.warnings.map((warning) => (
        <li
          key={warning.code}
          className={`flex items-start gap-2 rounded px-3 py-2 text-13 ${warning.blocks ? "bg-deny-soft" : "bg-ask-soft"}`}
        >
          <TriangleAlert
            aria-hidden
            size={16}
            className={`mt-0.5 shrink-0 ${warning.blocks ? "text-deny" : "text-ask"}`}
          />
          <span className="min-w-0">
            <span className="font-medium">{warning.message}</span>
            {warning.about.length > 0 ? <About names={warning.about} /> : null}
            {warning.blocks ? <span className="block">It can be denied, but not approved.</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

const About = ({ names }: { names: readonly string[] }) => (
  <span className="mt-0.5 flex flex-wrap gap-x-3 text-12">
    {names.map((name) => (
      <VisibleText key={name} text={name} className="font-mono" />
    ))}
  </span>
);

interface OthersProps {
  readonly title: string;
  readonly note?: string;
  readonly values: ViewModel["unknown"];
}

function Others({ title, note, values }: OthersProps) {
  if (values.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="text-13 font-medium">{title}</h3>
      {note ? <p className="text-12 text-ink-3">{note}</p> : null}
      <dl className="mt-1">
        {values.map((value) => (
          <div
            key={value.path}
            className="grid grid-cols-[minmax(96px,160px)_1fr] gap-x-4 border-t py-1.5 touch:grid-cols-1"
          >
            <dt className="font-mono text-12 leading-5 text-ink-2">
              <VisibleText text={value.path.slice(1)} />
            </dt>
            <dd className="min-w-0">
              <Value part={value.path} segments={value.segments} name={value.path.slice(1)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

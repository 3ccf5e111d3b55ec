"use client";
/** Narrows a timeline by words, disposition and hook. `/` comes here. */
import { Search, TriangleAlert } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Select } from "@/components/ui/select";
import { formatCount } from "@/lib/console/format";
import type { StepFilter } from "@/lib/console/session-queries";
import { countOf } from "@/lib/console/step-window";
import type { TimelineShape } from "@/lib/core/read-models/sessions";

const DECISIONS = [
  { value: "", label: "Any disposition" },
  { value: "deny", label: "Deny" },
  { value: "ask", label: "Ask" },
  { value: "modify", label: "Modify" },
  { value: "defer", label: "Defer" },
  { value: "allow", label: "Allow" },
];
const HOOKS = [
  { value: "", label: "Any hook" },
  { value: "toolCallRequest", label: "Tool calls" },
  { value: "toolCallResult", label: "Tool results" },
  { value: "userMessage", label: "User messages" },
  { value: "agentResponse", label: "Agent responses" },
  { value: "approval_opened,approval_resolution,intent_extension", label: "Approvals and grants" },
  { value: "turnStart,turnEnd", label: "Turns" },
  { value: "subagentStart,subagentStop", label: "Subagents" },
  { value: "skillRegister,skillLoad,skillUnload", label: "Skills" },
  { value: "knowledgeRetrieval,memoryContextRetrieval,memoryStore", label: "Knowledge and memory" },
  { value: "mcp", label: "MCP messages" },
  { value: "snapshot,changed", label: "AgBOM" },
  { value: "preCompact,postCompact", label: "Compaction" },
  { value: "sessionStart,agentTrigger,sessionEnd,session_closed", label: "Start, trigger and end" },
];

const HOSTED_HOOKS = [...HOOKS, { value: "modelCall", label: "Model calls" }];

interface TimelineFilterProps {
  readonly filter: StepFilter;
  readonly onFilter: (filter: StepFilter) => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly shape: TimelineShape | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

export function TimelineFilter(props: TimelineFilterProps) {
  const { filter, onFilter, text, onText, shape, inputRef } = props;
  const hosted = shape?.hosted;
  const list = (value: string) => (value === "" ? [] : value.split(","));
  return (
    <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <div className="relative w-[260px] touch:w-auto touch:flex-1">
        <Search aria-hidden size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
        <TextInput
          ref={inputRef}
          type="search"
          aria-label="Filter steps by tool, reason, code or id"
          placeholder="Tool, reason, code or id"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
          }}
          className="pl-8"
        />
        <span className="absolute top-1/2 right-2 -translate-y-1/2">{text === "" ? <Kbd quiet>/</Kbd> : null}</span>
      </div>
      <Select
        aria-label="Disposition"
        className="max-w-[150px] touch:order-2 touch:max-w-none touch:flex-[1_0_40%]"
        options={DECISIONS}
        value={filter.decisions.join(",")}
        onChange={(event) => onFilter({ ...filter, decisions: list(event.target.value) })}
      />
      <Select
        aria-label="Hook"
        className="max-w-[170px] touch:order-2 touch:max-w-none touch:flex-[1_0_40%]"
        options={hosted === undefined ? HOOKS : HOSTED_HOOKS}
        value={filter.hooks.join(",")}
        onChange={(event) => onFilter({ ...filter, hooks: list(event.target.value) })}
      />
      {hosted === undefined ? null : (
        <DisagreementsOnly
          count={hosted.disagreements}
          on={filter.disagreements}
          onToggle={(disagreements) => onFilter({ ...filter, disagreements })}
        />
      )}
      <span className="ml-auto text-12 text-ink-3" data-tabular aria-live="polite">
        {shape === undefined ? "" : countWords(shape)}
      </span>
    </search>
  );
}

function countWords({ matching, headSeq, hosted }: TimelineShape): string {
  const shown = countOf(matching, headSeq);
  const steps =
    shown === headSeq ? `${formatCount(headSeq)} steps` : `${formatCount(shown)} of ${formatCount(headSeq)} steps`;
  const beside = hosted?.beside.length ?? 0;
  return beside === 0 ? steps : `${steps}, ${formatCount(beside)} beside the chain`;
}

interface DisagreementsOnlyProps {
  readonly count: number;
  readonly on: boolean;
  readonly onToggle: (on: boolean) => void;
}

const DisagreementsOnly = ({ count, on, onToggle }: DisagreementsOnlyProps) => (
  <Button
    aria-pressed={on}
    onClick={() => onToggle(!on)}
    icon={<TriangleAlert aria-hidden size={14} className={count > 0 ? "text-deny" : "text-ink-3"} />}
    className={on ? "border-accent! bg-selected!" : "touch:order-2 touch:flex-[1_0_100%]"}
  >
    Disagreements only <span data-tabular>{formatCount(count)}</span>
  </Button>
);

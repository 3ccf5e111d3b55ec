"use client";
/** Narrows a timeline by words, disposition and hook. `/` comes here. */
import clsx from "clsx";
import { Search, SlidersHorizontal, TriangleAlert } from "lucide-react";
import { type RefObject, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Select } from "@/components/ui/select";
import { formatCount, plural } from "@/lib/console/format";
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

export function TimelineFilter({ text, onText, inputRef, ...narrowing }: TimelineFilterProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <div className="relative w-[260px] touch:w-auto touch:min-w-32 touch:flex-1">
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
        <span className="absolute top-1/2 right-2 -translate-y-1/2 touch:hidden">
          {text === "" ? <Kbd quiet>/</Kbd> : null}
        </span>
      </div>
      <Button
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        icon={<SlidersHorizontal aria-hidden size={14} />}
        className="hidden! touch:inline-flex!"
      >
        Filters <Active filter={narrowing.filter} />
      </Button>
      <div id={id} className={open ? "contents" : "contents touch:hidden"}>
        <Narrowing {...narrowing} />
      </div>
      <span className="ml-auto text-12 text-ink-3" data-tabular aria-live="polite">
        {narrowing.shape === undefined ? null : <Counted shape={narrowing.shape} />}
      </span>
    </search>
  );
}

/** Under a thumb the filters lie behind one button: how many of them are set stays in sight. */
function Active({ filter }: { filter: StepFilter }) {
  const set = [filter.decisions.length > 0, filter.hooks.length > 0, filter.disagreements].filter(Boolean).length;
  return set === 0 ? null : (
    <span className="rounded-full bg-accent px-1.5 text-12 font-medium text-accent-ink" data-tabular>
      {set} <span className="sr-only">set</span>
    </span>
  );
}

function Narrowing({ filter, onFilter, shape }: Pick<TimelineFilterProps, "filter" | "onFilter" | "shape">) {
  const hosted = shape?.hosted;
  const list = (value: string) => (value === "" ? [] : value.split(","));
  return (
    <>
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
    </>
  );
}

function Counted({ shape: { matching, headSeq, hosted } }: { shape: TimelineShape }) {
  const shown = countOf(matching, headSeq);
  const beside = hosted?.beside.length ?? 0;
  return (
    <>
      {shown === headSeq ? "" : `${formatCount(shown)} of `}
      {plural(headSeq, "step")}
      {beside === 0 ? null : <span className="touch:sr-only">, {formatCount(beside)} beside the chain</span>}
    </>
  );
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
    className={clsx("touch:order-2 touch:flex-[1_0_100%]", on && "border-accent! bg-selected!")}
  >
    Disagreements only <span data-tabular>{formatCount(count)}</span>
  </Button>
);

"use client";
/** The approver's edits while they are being written: texts, errors, and the values that would run. */
import { useCallback, useMemo, useState } from "react";
import { editedAction, isSame, readEdit } from "@/lib/console/edits";
import type { Drawn, ViewArgument } from "@/lib/console/served-view";
import { actionDigest } from "@/lib/core/approval/action";
import { sentenceOf } from "@/lib/core/approval/sentence-of";
import { nobleCrypto } from "@/lib/core/crypto-noble";
import type { JsonValue } from "@/lib/core/json/value";

interface Draft {
  readonly text: string;
  readonly before: string;
  readonly value: JsonValue | undefined;
  readonly error: string | undefined;
}

export interface Change {
  readonly name: string;
  readonly before: string;
  readonly value: JsonValue;
}

export interface Editing {
  readonly active: boolean;
  /** Null when editing is possible, else why not. */
  readonly whyNot: string | null;
  readonly toggle: () => void;
  readonly write: (argument: ViewArgument, text: string) => void;
  readonly textOf: (name: string) => string | undefined;
  readonly errorOf: (name: string) => string | undefined;
  readonly changeOf: (name: string) => Change | undefined;
  readonly changes: readonly Change[];
  readonly hasErrors: boolean;
  /** Digest of what would run; the served one while nothing is changed. */
  readonly digest: string;
  /** The act with the edits in it; null while nothing is changed. */
  readonly sentence: string | null;
  /** For the wire: argument to new value, without a prototype. Undefined while nothing is changed. */
  readonly edits: { readonly [argument: string]: JsonValue } | undefined;
}

export function useEditing(drawn: Drawn | null): Editing {
  const [active, setActive] = useState(false);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const whyNot = cannotEdit(drawn);
  const write = useCallback((argument: ViewArgument, text: string) => {
    const read = readEdit(argument.json, text);
    const draft = {
      text,
      before: argument.json,
      value: read.ok ? read.value : undefined,
      error: read.ok ? undefined : read.failure,
    };
    setDrafts((all) => new Map([...all, [argument.name.text, draft]]));
  }, []);
  const changes = useMemo(() => (active ? changesOf(drafts) : []), [active, drafts]);
  const edits = useMemo(() => (changes.length === 0 ? undefined : asObject(changes)), [changes]);
  const edited = useMemo(
    () => (drawn?.action == null || edits === undefined ? null : editedAction(drawn.action, edits)),
    [drawn, edits],
  );
  const digest = useMemo(
    () =>
      edits === undefined ? (drawn?.actionDigest ?? "") : edited === null ? "" : actionDigest(nobleCrypto, edited),
    [drawn, edits, edited],
  );
  return {
    active,
    whyNot,
    toggle: useCallback(() => {
      setDrafts(new Map());
      setActive((was) => !was && whyNot === null);
    }, [whyNot]),
    write,
    textOf: (name) => drafts.get(name)?.text,
    errorOf: (name) => drafts.get(name)?.error,
    changeOf: (name) => changes.find((change) => change.name === name),
    changes,
    hasErrors: active && [...drafts.values()].some((draft) => draft.error !== undefined),
    digest,
    edits,
    sentence: edited === null ? null : sentenceOf(edited),
  };
}

function cannotEdit(drawn: Drawn | null): string | null {
  if (drawn?.view == null) return "This item cannot be edited.";
  if (drawn.action === null) return "Secret values keep the action on the server, so it cannot be edited here.";
  if (drawn.action.method !== "steps/toolCallRequest") return "Only tool calls can be edited.";
  return (drawn.view.arguments ?? []).length === 0 ? "There are no arguments to edit." : null;
}

const changesOf = (drafts: ReadonlyMap<string, Draft>): readonly Change[] =>
  [...drafts].flatMap(([name, draft]) =>
    draft.value === undefined || isSame(draft.before, draft.value)
      ? []
      : [{ name, before: draft.before, value: draft.value }],
  );

function asObject(changes: readonly Change[]): { readonly [argument: string]: JsonValue } {
  const edits: { [argument: string]: JsonValue } = Object.create(null);
  for (const change of changes) edits[change.name] = change.value;
  return edits;
}

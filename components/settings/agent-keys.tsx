"use client";
/** The keys of one agent: create, rotate with an overlap, retire, revoke. */
import { KeyRound, MoreHorizontal, Plus } from "lucide-react";
import { useState } from "react";
import { RelativeTime } from "@/components/shell/time";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { CopyDigest } from "@/components/ui/copy-digest";
import { EmptyState } from "@/components/ui/empty-state";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Section } from "@/components/ui/section";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import type { AgentKeyItem } from "@/lib/core/read-models/admin";
import type { SignatureAlgorithm } from "@/lib/core/signing/algorithms";
import type { KeyActions } from "./key-actions";
import { NewKeyDialog } from "./new-key-dialog";
import { RetireDialog } from "./retire-dialog";
import { RevokeDialog } from "./revoke-dialog";
import { type NewKeyFacts, SecretDialog } from "./secret-dialog";

interface AgentKeysProps {
  agentKey: string;
  agentId: string;
  disabled: boolean;
  /** What its settings allow. */
  algorithms: readonly SignatureAlgorithm[];
  keys: readonly AgentKeyItem[];
  /** Null for those who may only look. */
  actions: KeyActions | null;
}

type Open = { kind: "rotate" | "retire" | "revoke"; key: AgentKeyItem } | null;

const HEAD = (
  <>
    <Th>Key id</Th>
    <Th>Algorithm</Th>
    <Th>State</Th>
    <Th>Created</Th>
    <Th className="text-right">Open sessions</Th>
    <Th className="text-right">Open approvals</Th>
    <Th>
      <span className="sr-only">Actions</span>
    </Th>
  </>
);

export function AgentKeys({ agentKey, agentId, disabled, algorithms, keys, actions }: AgentKeysProps) {
  const [open, setOpen] = useState<Open>(null);
  const [created, setCreated] = useState<NewKeyFacts | null>(null);
  const [isNew, setIsNew] = useState(false);
  const show = (key: NewKeyFacts) => {
    setOpen(null);
    setIsNew(false);
    setCreated(key);
    return null;
  };
  return (
    <Section
      title="Keys"
      description="An agent signs every message with a key. A session ends under the key that opened it."
      actions={
        actions ? (
          <Button icon={<Plus size={16} aria-hidden />} onClick={() => setIsNew(true)} disabled={disabled}>
            New key
          </Button>
        ) : null
      }
    >
      {keys.length === 0 ? (
        <EmptyState icon={<KeyRound size={24} />} title="No keys">
          Without a key the agent cannot sign, and nothing it sends is accepted.
        </EmptyState>
      ) : (
        <Table label="Keys" head={HEAD} className="border-t">
          {keys.map((key) => (
            <KeyRow key={key.keyId} item={key} onOpen={actions ? setOpen : null} />
          ))}
        </Table>
      )}
      {actions && isNew ? (
        <NewKeyDialog
          agentKey={agentKey}
          algorithms={algorithms}
          actions={actions}
          onSecret={show}
          onClose={() => setIsNew(false)}
        />
      ) : null}
      {actions && open?.kind === "revoke" ? (
        <RevokeDialog item={open.key} revoke={actions.revoke} onClose={() => setOpen(null)} />
      ) : null}
      {actions && (open?.kind === "rotate" || open?.kind === "retire") ? (
        <RetireDialog open={open} actions={actions} onCreated={show} onClose={() => setOpen(null)} />
      ) : null}
      {created ? <SecretDialog agentId={agentId} created={created} onKept={() => setCreated(null)} /> : null}
    </Section>
  );
}

function KeyRow({ item, onOpen }: { item: AgentKeyItem; onOpen: ((open: Open) => void) | null }) {
  return (
    <Tr>
      <Td>
        <span className="inline-flex items-center gap-0.5 font-mono text-12 whitespace-nowrap">
          {item.keyId}
          <CopyButton text={item.keyId} label="Copy key id" className="size-6! touch:size-9!" />
        </span>
      </Td>
      <Td>
        <span className="font-mono text-12 whitespace-nowrap">{item.algorithm}</span>
        {item.fingerprint === null ? null : (
          <span className="block text-12">
            <CopyDigest digest={item.fingerprint} name="fingerprint of the public key" />
          </span>
        )}
      </Td>
      <Td>
        <KeyState item={item} />
      </Td>
      <Td className="text-ink-2">
        <RelativeTime at={item.createdAt} />
      </Td>
      <Td className="text-right">{item.openSessions}</Td>
      <Td className="text-right">{item.openApprovals}</Td>
      <Td className="w-10 text-right">
        {onOpen && item.state !== "revoked" ? <KeyMenu item={item} onOpen={onOpen} /> : null}
      </Td>
    </Tr>
  );
}

function KeyMenu({ item, onOpen }: { item: AgentKeyItem; onOpen: (open: Open) => void }) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Actions for key ${item.keyId}`}
          className="inline-flex size-6 items-center justify-center rounded text-ink-2 hover:bg-hover hover:text-ink touch:size-11"
        >
          <MoreHorizontal size={16} aria-hidden />
        </button>
      }
    >
      {item.state === "active" ? (
        <>
          <MenuItem onSelect={() => onOpen({ kind: "rotate", key: item })}>Rotate</MenuItem>
          <MenuItem onSelect={() => onOpen({ kind: "retire", key: item })}>Retire</MenuItem>
        </>
      ) : null}
      <MenuItem danger onSelect={() => onOpen({ kind: "revoke", key: item })}>
        Revoke
      </MenuItem>
    </Menu>
  );
}

const STATES: { readonly [state in AgentKeyItem["state"]]: { word: string; tone: Tone } } = {
  active: { word: "Active", tone: "allow" },
  retired: { word: "Retired", tone: "ask" },
  revoked: { word: "Revoked", tone: "deny" },
};

function KeyState({ item }: { item: AgentKeyItem }) {
  const { word, tone } = STATES[item.state];
  const end = item.overlapUntil ?? item.endedAt;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Badge tone={tone}>{word}</Badge>
      {item.state !== "active" && end !== null ? (
        <span className="text-12 text-ink-3">
          {item.state === "retired" ? "sessions until " : ""}
          <RelativeTime at={end} />
        </span>
      ) : null}
    </span>
  );
}

/** Who did what to what, newest first. */
import { Bot, CircleUserRound, Cpu, type LucideIcon, Shield } from "lucide-react";
import Link from "next/link";
import { VisibleText } from "@/components/domain/visible-text";
import { Instant } from "@/components/shell/time";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { routes } from "@/lib/console/routes";
import type { AuditItem } from "@/lib/core/read-models/admin";
import { actionWords, detailSummary, subjectLink } from "./action-words";

const HEAD = (
  <>
    <Th>Time</Th>
    <Th>Who</Th>
    <Th>What</Th>
    <Th>Subject</Th>
    <Th>Detail</Th>
  </>
);

export function AuditTable({ items }: { items: readonly AuditItem[] }) {
  return (
    <Table label="Audit trail" head={HEAD}>
      {items.map((item) => (
        <Tr key={item.id} className="align-top">
          <Td className="text-12 text-ink-2">
            <Instant at={item.at} />
          </Td>
          <Td className="max-w-[220px]">
            <Who item={item} />
          </Td>
          <Td className="whitespace-nowrap">
            <Link href={routes.audit({ action: item.action })} className="hover:underline">
              {actionWords(item.action)}
            </Link>
          </Td>
          <Td className="max-w-[280px]">
            {item.subject ? <Subject subject={item.subject} name={item.subjectName} /> : null}
          </Td>
          <Td className="w-full max-w-0 min-w-[280px]">
            <Detail text={item.detail} />
          </Td>
        </Tr>
      ))}
    </Table>
  );
}

const KINDS: { readonly [kind in AuditItem["actorKind"]]: { icon: LucideIcon; word: string } } = {
  person: { icon: CircleUserRound, word: "Person" },
  service: { icon: Cpu, word: "Service" },
  agent: { icon: Bot, word: "Agent" },
  guardian: { icon: Shield, word: "Guardian" },
};

function Who({ item }: { item: AuditItem }) {
  const { icon: Icon, word } = KINDS[item.actorKind];
  const name = item.actorName ?? item.actorId;
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={14} aria-hidden className="shrink-0 text-ink-3" />
      <span className="min-w-0 truncate">
        {name && item.actorId ? (
          <Link href={routes.audit({ actor: item.actorId })} className="hover:underline">
            <span className="sr-only">{word} </span>
            <VisibleText text={name} />
          </Link>
        ) : (
          word
        )}
        {item.actorKind === "service" ? <span className="text-ink-3"> (service)</span> : null}
      </span>
    </span>
  );
}

function Subject({ subject, name: known }: { subject: string; name: string | null }) {
  const { kind, id, href } = subjectLink(subject);
  const name = (
    <>
      <span className="text-ink-3">{kind} </span>
      {known === null ? (
        <code className="text-12">
          <VisibleText text={id} />
        </code>
      ) : (
        <VisibleText text={known} />
      )}
    </>
  );
  return href ? (
    <Link href={href} className="block truncate hover:underline">
      {name}
    </Link>
  ) : (
    <span className="block truncate">{name}</span>
  );
}

/** A member at a time; what does not fit opens. */
function Detail({ text }: { text: string }) {
  if (text === "{}" || text === "") return null;
  return (
    <details className="group">
      <summary className="cursor-pointer list-none truncate rounded-sm text-12 text-ink-2 group-open:sr-only">
        <VisibleText text={detailSummary(text)} />
      </summary>
      <pre className="text-12 break-all whitespace-pre-wrap text-ink-2">
        <VisibleText text={text} block />
      </pre>
    </details>
  );
}

/** Bans, newest first. */
import { Ban, FilterX } from "lucide-react";
import Link from "next/link";
import { VisibleText } from "@/components/domain/visible-text";
import { Instant, RelativeTime } from "@/components/shell/time";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { routes } from "@/lib/console/routes";
import type { BanItem, BanList } from "@/lib/core/read-models/bans";
import { BanState } from "./ban-state";
import { BanWords } from "./ban-words";

/** On a phone the row says what and why; the rest stands on the ban's own page. */
const WIDE = "max-sm:hidden";

interface BanTableProps {
  readonly list: BanList;
  readonly state: string;
  readonly text: string;
  readonly manages: boolean;
}

export function BanTable({ list, state, text, manages }: BanTableProps) {
  if (list.items.length === 0) return <Nothing text={text} state={state} manages={manages} />;
  return (
    <>
      <Table
        label="Bans"
        head={
          <>
            <Th>What</Th>
            <Th className={WIDE}>Why</Th>
            <Th>Stands</Th>
            <Th className={WIDE}>Until</Th>
            <Th className={WIDE}>By</Th>
          </>
        }
      >
        {list.items.map((ban) => (
          <Row key={ban.id} ban={ban} />
        ))}
      </Table>
      {list.before === null ? null : (
        <div className="p-4">
          <Button asChild>
            <Link href={routes.bans({ state, q: text, before: list.before })}>Show older bans</Link>
          </Button>
        </div>
      )}
    </>
  );
}

const Row = ({ ban }: { ban: BanItem }) => (
  <Tr>
    <Td className="max-w-[440px] break-words sm:min-w-60">
      <Link href={routes.ban(ban.id)} className="hover:underline">
        <BanWords terms={ban.terms} />
      </Link>
      <span className="mt-0.5 line-clamp-3 text-12 text-ink-3 sm:hidden">
        <VisibleText text={ban.terms.reason} />
      </span>
    </Td>
    <Td className={`${WIDE} max-w-[360px] min-w-48 break-words`}>
      <VisibleText text={ban.terms.reason} />
    </Td>
    <Td>
      <BanState state={ban.state} />
    </Td>
    <Td className={`${WIDE} whitespace-nowrap`}>
      {ban.revokedAt !== null ? (
        <Instant at={ban.revokedAt} />
      ) : ban.terms.expiresAt === null ? (
        <span className="text-ink-3">for good</span>
      ) : (
        <Instant at={ban.terms.expiresAt} />
      )}
    </Td>
    <Td className={`${WIDE} text-ink-2`}>
      {ban.createdBy === null ? <span className="text-ink-3">nobody named</span> : <VisibleText text={ban.createdBy} />}
      <span className="block text-12 whitespace-nowrap text-ink-3">
        <RelativeTime at={ban.createdAt} />
      </span>
    </Td>
  </Tr>
);

const NONE = new Map([
  ["expired", "No ban has run out"],
  ["revoked", "No ban was lifted"],
]);

function Nothing({ text, state, manages }: Omit<BanTableProps, "list">) {
  if (text !== "") {
    return (
      <EmptyState
        icon={<FilterX size={24} />}
        title="No ban matches"
        action={
          <Button asChild>
            <Link href={routes.bans({ state })}>Clear the filter</Link>
          </Button>
        }
      />
    );
  }
  const none = NONE.get(state);
  if (none) return <EmptyState icon={<Ban size={24} />} title={none} />;
  return (
    <EmptyState
      icon={<Ban size={24} />}
      title="Nothing is banned"
      action={
        manages ? (
          <Button asChild variant="primary">
            <Link href={routes.newBan()}>Ban a component</Link>
          </Button>
        ) : null
      }
    >
      A banned tool, server, model or skill is denied wherever an agent declares, loads or uses it, from the next step
      on.
    </EmptyState>
  );
}

/** People, or service accounts: who they are, what they may do, how they stand. */
import Link from "next/link";
import { VisibleText } from "@/components/domain/visible-text";
import { RelativeTime } from "@/components/shell/time";
import { Badge } from "@/components/ui/badge";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { routes } from "@/lib/console/routes";
import type { PersonItem } from "@/lib/core/read-models/admin";

interface PeopleTableProps {
  label: string;
  people: readonly PersonItem[];
  viewerId: string;
}

export function PeopleTable({ label, people, viewerId }: PeopleTableProps) {
  const head = (
    <>
      <Th>Name</Th>
      <Th>Roles</Th>
      <Th>Groups</Th>
      <Th>{label === "People" ? "Last sign-in" : "Created"}</Th>
      <Th>State</Th>
    </>
  );
  return (
    <Table label={label} head={head} className="border-t">
      {people.map((person) => (
        <Tr key={person.id}>
          <Td className="max-w-[320px]">
            <Link href={routes.person(person.id)} className="block truncate font-medium hover:underline">
              <VisibleText text={person.name} />
              {person.id === viewerId ? <span className="font-normal text-ink-3"> (you)</span> : null}
            </Link>
            <span className="block truncate text-12 text-ink-3">{person.email}</span>
          </Td>
          <Td className="whitespace-nowrap text-ink-2 capitalize">{person.roles.join(", ")}</Td>
          <Td className="max-w-[240px] truncate text-ink-2">{person.groups.join(", ")}</Td>
          <Td className="text-ink-2">
            <LastSeen person={person} />
          </Td>
          <Td>
            <PersonState person={person} />
          </Td>
        </Tr>
      ))}
    </Table>
  );
}

function LastSeen({ person }: { person: PersonItem }) {
  if (person.kind === "service") return <RelativeTime at={person.createdAt} />;
  return person.lastSignInAt === null ? "Never" : <RelativeTime at={person.lastSignInAt} />;
}

export function PersonState({ person }: { person: PersonItem }) {
  if (person.state === "disabled") return <Badge tone="deny">Disabled</Badge>;
  if (person.state === "active") return <Badge tone="allow">Active</Badge>;
  return person.invitedUntil === null ? (
    <Badge tone="neutral">Invitation ended</Badge>
  ) : (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Badge tone="ask">Invited</Badge>
      <span className="text-12 text-ink-3">
        link ends <RelativeTime at={person.invitedUntil} />
      </span>
    </span>
  );
}

/** The rows of one profile: what is required, the check that was run, and over which ways in. */
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { type AcsClaim, type ClaimRow, standingOf } from "@/lib/core/read-models/acs-claim";
import { Standing } from "./standing";

const HEAD = (
  <>
    <Th>State</Th>
    <Th>Level</Th>
    <Th>Requirement</Th>
    <Th>Check</Th>
    <Th>Exercised over</Th>
  </>
);

export function ProfileSection({ profile, claim }: { profile: string; claim: AcsClaim }) {
  const rows = claim.rows.filter((row) => row.profile === profile);
  const exercised = rows.filter((row) => standingOf(row) === "exercised").length;
  return (
    <Section
      title={profile}
      description={`${exercised} of ${rows.length} rows exercised. C is the conformance page of the standard, § its specification.`}
    >
      <Table label={`Rows of ${profile}`} head={HEAD}>
        {rows.map((row) => (
          <ProfileRow key={row.id} row={row} />
        ))}
      </Table>
    </Section>
  );
}

function ProfileRow({ row }: { row: ClaimRow }) {
  const standing = standingOf(row);
  const over = row.results.filter(({ passed }) => passed === true).map(({ way }) => way);
  const failures = row.results.filter(({ passed }) => passed === false);
  return (
    <Tr>
      <Td className="align-top">
        <Standing standing={standing} />
      </Td>
      <Td className="align-top text-12 text-ink-2">{row.level}</Td>
      <Td className="min-w-[280px] align-top">
        {row.text}
        <span className="block text-12 text-ink-3">{row.ref}</span>
        {failures.map(({ way, why }) => (
          <span key={way} className="block text-12 text-deny">
            {way}: {why}
          </span>
        ))}
      </Td>
      <Td className="align-top whitespace-nowrap">
        <code className="font-mono text-12">{row.check}</code>
        {row.schema_inferred ? (
          <span className="mt-1 block">
            <Badge>Schema inferred</Badge>
          </span>
        ) : null}
      </Td>
      <Td className="align-top whitespace-nowrap text-ink-2">{over.length === 0 ? "—" : over.join(", ")}</Td>
    </Tr>
  );
}

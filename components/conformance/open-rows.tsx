/** What the claim leaves open: rows that nothing exercised, each with the reason. */
import { Section } from "@/components/ui/section";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { type AcsClaim, standingOf } from "@/lib/core/read-models/acs-claim";
import { Standing } from "./standing";

const HEAD = (
  <>
    <Th>State</Th>
    <Th>Requirement</Th>
    <Th>Why</Th>
  </>
);

export function OpenRows({ claim }: { claim: AcsClaim }) {
  const open = claim.rows.filter((row) => standingOf(row) !== "exercised");
  if (open.length === 0) return null;
  return (
    <Section
      title="What is not claimed or not established"
      description="No run exercised these. They count for nothing, whatever else passes."
    >
      <Table label="Rows that are open" head={HEAD}>
        {open.map((row) => (
          <Tr key={row.id}>
            <Td className="align-top">
              <Standing standing={standingOf(row)} />
            </Td>
            <Td className="min-w-[260px] align-top">
              {row.text}
              <span className="block text-12 text-ink-3">
                {row.profile}, {row.level}, {row.ref}
              </span>
            </Td>
            <Td className="min-w-[220px] align-top text-ink-2">
              {[...new Set(row.results.map(({ why }) => why ?? ""))].join("; ")}
            </Td>
          </Tr>
        ))}
      </Table>
    </Section>
  );
}

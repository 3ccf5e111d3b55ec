/** Messages that were refused: why, by which key, how large. Their content is not kept. */
import Link from "next/link";
import { VisibleText } from "@/components/domain/visible-text";
import { Instant } from "@/components/shell/time";
import { CopyDigest } from "@/components/ui/copy-digest";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { formatCount } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { RefusalItem } from "@/lib/core/read-models/admin";

const HEAD = (
  <>
    <Th>Time</Th>
    <Th className="text-right">Code</Th>
    <Th>Reason</Th>
    <Th>Method</Th>
    <Th>Key</Th>
    <Th>Session</Th>
    <Th className="text-right">Bytes</Th>
    <Th>SHA-256 of the body</Th>
  </>
);

export function RefusalTable({ items }: { items: readonly RefusalItem[] }) {
  return (
    <Table label="Refused messages" head={HEAD}>
      {items.map((item) => (
        <Tr key={item.id}>
          <Td className="text-12 text-ink-2">
            <Instant at={item.at} />
          </Td>
          <Td className="text-right font-mono text-12">{item.code}</Td>
          <Td>
            <Link href={routes.refusals({ reason: item.reason })} className="font-mono text-12 hover:underline">
              {item.reason}
            </Link>
          </Td>
          <Said text={item.method} />
          <Said text={item.keyId} />
          <Td className="max-w-[220px] truncate">
            {item.sessionKey && item.sessionId ? (
              <Link href={routes.session(item.sessionKey)} className="font-mono text-12 hover:underline">
                <VisibleText text={item.sessionId} />
              </Link>
            ) : (
              <Claimed text={item.sessionId} />
            )}
          </Td>
          <Td className="text-right">{formatCount(item.bodyBytes)}</Td>
          <Td>
            <CopyDigest digest={item.bodyHash} name="body hash" />
          </Td>
        </Tr>
      ))}
    </Table>
  );
}

/** What the message said of itself; nothing of it was verified. */
const Said = ({ text }: { text: string | null }) => (
  <Td className="max-w-[200px] truncate">
    <Claimed text={text} />
  </Td>
);

const Claimed = ({ text }: { text: string | null }) =>
  text === null ? (
    <span className="text-12 text-ink-3">not known</span>
  ) : (
    <span className="font-mono text-12 text-ink-2">
      <VisibleText text={text} />
    </span>
  );

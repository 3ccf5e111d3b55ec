/** A digest among facts; what is no digest is drawn as the text that it is. */
import { VisibleText } from "@/components/domain/visible-text";
import { CopyDigest } from "@/components/ui/copy-digest";
import { Fact } from "@/components/ui/facts";

const LOOKS_LIKE_ONE = /^[0-9a-z-]{0,20}:?[0-9a-f]{32,128}$/i;

export const Digest = ({ name, value, note }: { name: string; value: string | null; note?: string }) =>
  value === null ? null : (
    <Fact name={name}>
      {LOOKS_LIKE_ONE.test(value) ? (
        <CopyDigest digest={value} name={name.toLowerCase()} />
      ) : (
        <VisibleText text={value} className="font-mono text-12 break-all" />
      )}
      {note === undefined ? null : <span className="block text-12 text-ink-3">{note}</span>}
    </Fact>
  );

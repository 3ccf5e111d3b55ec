/**
 * Text that somebody else wrote, as inert text: hidden, reordering and blank characters are drawn as labelled chips.
 * The chips stand for the characters; `ExactCopy` puts the real ones on the clipboard.
 */
import { segments } from "@/lib/core/text/visible";
import { Segments } from "./segments";

interface VisibleTextProps {
  readonly text: string;
  /** Real line breaks and tabs beside their marks. For blocks; lines and titles stay on one line. */
  readonly block?: boolean;
  readonly className?: string;
}

export const VisibleText = ({ text, block, className }: VisibleTextProps) => (
  <Segments parts={segments(text)} block={block} className={className} />
);

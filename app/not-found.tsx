/** 404: an address that leads nowhere. */
import { DeadEnd } from "@/components/shell/dead-end";

export default function NotFound() {
  return (
    <DeadEnd title="Nothing here">
      This address leads nowhere. The item may have been removed, or the link is incomplete.
    </DeadEnd>
  );
}

/** 403: signed in, but the roles do not open this. */
import { DeadEnd } from "@/components/shell/dead-end";

export default function Forbidden() {
  return (
    <DeadEnd title="Your roles do not open this page">
      An admin can change your roles under Settings, People. A change takes effect at once; then load this page again.
    </DeadEnd>
  );
}

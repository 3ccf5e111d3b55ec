/** How a row of the claim stands, in a word. */
import { Badge, type Tone } from "@/components/ui/badge";
import type { ClaimStanding } from "@/lib/core/read-models/acs-claim";

const LOOK: { readonly [standing in ClaimStanding]: readonly [Tone, string] } = {
  exercised: ["allow", "Exercised"],
  failed: ["deny", "Failed"],
  "not claimed": ["neutral", "Not claimed"],
  "not established": ["ask", "Not established"],
};

export function Standing({ standing }: { standing: ClaimStanding }) {
  const [tone, word] = LOOK[standing];
  return <Badge tone={tone}>{word}</Badge>;
}

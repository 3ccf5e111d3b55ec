/** What an act of the full demo plays with. */
import type { Provenance } from "../provenance";
import type { Stage, Taken } from "../stage";

export interface Scene {
  readonly stage: Stage;
  /** Opens the session of a subagent that `subagentStart` announced. */
  openChild(sessionId: string): Promise<Stage>;
  /** Resolves when an admin has banned the server. */
  banned(): Promise<void>;
}

/** What the user types: data of the user, whom the policies trust. */
export async function userSays(stage: Stage, text: string): Promise<{ readonly said: Provenance } & Taken> {
  const said = stage.sources.of("user_input", { source: "customer:cust_1042" });
  const content = [{ type: "text", value: text, provenance: said }];
  const taken = await stage.take({
    say: `The customer writes: “${text}”`,
    method: "steps/userMessage",
    payload: { content },
  });
  return { said, ...taken };
}

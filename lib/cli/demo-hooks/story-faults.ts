/** Whether the story held: the rows are compared one by one, and what they meant for money and data as well. */
import { answerOf, refundRows, type StoryRow, type StoryWords } from "../../testing/refund-rows";
import type { RefundStory } from "../../testing/refund-story";
import type { ToldHost } from "./tell-hosts";

export const sameRow = (a: StoryRow | undefined, b: StoryRow | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** One line for each thing that is otherwise; none when the story held. */
export function storyFaults({ framework, story }: ToldHost, words: StoryWords): readonly string[] {
  return [...rowFaults(story, words), ...effectFaults(story, words), ...apartFaults(story)].map(
    (fault) => `${framework}: ${fault}`,
  );
}

function rowFaults({ rows }: RefundStory, words: StoryWords): readonly string[] {
  const expected = refundRows(words);
  const length = Math.max(expected.length, rows.length);
  return Array.from({ length }, (_, i) => i)
    .filter((i) => !sameRow(expected[i], rows[i]))
    .map((i) => `row ${i + 1} is ${rowText(rows[i])}, not ${rowText(expected[i])}`);
}

export function rowText(row: StoryRow | undefined): string {
  if (!row) return "absent";
  const { session, sequence, point, tool, decision, reason, resolvedBy } = row;
  return [session, sequence, point, tool, decision, reason, resolvedBy].filter((part) => part !== null).join(" ");
}

function effectFaults({ refunds, answer, identities }: RefundStory, words: StoryWords): readonly string[] {
  const faults: string[] = [];
  const amounts = refunds.map(({ amount }) => amount);
  if (JSON.stringify(amounts) !== "[840]") faults.push(`refunded was ${JSON.stringify(amounts)}, not once 840`);
  if (answer !== answerOf(words)) faults.push(`the customer got ${JSON.stringify(answer)}`);
  if (identities.stored === null || identities.approved !== identities.stored)
    faults.push("the approval is not tied to the record of the refund");
  if (identities.replayed === identities.approved) faults.push("the replay has the identity of what was approved");
  return faults;
}

function apartFaults({ malformed, secondUse }: RefundStory): readonly string[] {
  const faults: string[] = [];
  if (malformed.refunds.length > 0) faults.push("the refund that the guard broke on was run");
  if (secondUse.refunds.length > 0) faults.push("the approval was used a second time");
  return faults;
}

/** Sessions that started one another, as indented lines. */
import type { StorySession } from "../core/read-models/session-story";

export interface FamilyLine {
  readonly session: StorySession;
  readonly depth: number;
}

/** Parents before children, children in the order given. A circle is drawn from where it is met first, each session once. */
export function familyLines(family: readonly StorySession[]): readonly FamilyLine[] {
  const known = new Set(family.map(({ key }) => key));
  const children = new Map<string | null, StorySession[]>();
  for (const session of family) {
    const parent = session.parentKey !== null && known.has(session.parentKey) ? session.parentKey : null;
    children.set(parent, [...(children.get(parent) ?? []), session]);
  }
  const lines: FamilyLine[] = [];
  const drawn = new Set<string>();
  const walk = (session: StorySession, depth: number): void => {
    if (drawn.has(session.key)) return;
    drawn.add(session.key);
    lines.push({ session, depth });
    for (const child of children.get(session.key) ?? []) walk(child, depth + 1);
  };
  for (const session of children.get(null) ?? []) walk(session, 0);
  for (const session of family) walk(session, 0);
  return lines;
}

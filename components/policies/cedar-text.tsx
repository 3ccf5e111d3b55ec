/** The text of one Cedar policy, line by line, exactly as it is in the bundle. */
import { VisibleText } from "@/components/domain/visible-text";

/** A scrolling region must be reachable by keyboard. */
const REACHABLE = { tabIndex: 0 };

export function CedarText({ text }: { text: string }) {
  const lines = text.split("\n").map((line, index) => ({ number: index + 1, line }));
  return (
    <section aria-label="Policy text" className="mt-2 overflow-x-auto rounded border bg-sunken py-2" {...REACHABLE}>
      <pre className="w-max min-w-full text-12 leading-5">
        {lines.map(({ number, line }) => (
          <div key={number} className="flex">
            <span aria-hidden className="w-10 shrink-0 pr-3 text-right text-ink-3 select-none">
              {number}
            </span>
            <code className={classFor(line)}>
              <VisibleText text={line} />
            </code>
          </div>
        ))}
      </pre>
    </section>
  );
}

function classFor(line: string): string {
  if (/^\s*\/\//.test(line)) return "pr-4 text-ink-3";
  return /^\s*@/.test(line) ? "pr-4 text-accent" : "pr-4";
}

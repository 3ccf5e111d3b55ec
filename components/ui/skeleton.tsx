/** Placeholders of the real shape, so that nothing jumps when the data comes. */
import clsx from "clsx";

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx("skeleton block h-3.5", className)} />
);

/** Rows of a table that is on its way. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: readonly string[] }) {
  const lines = Array.from({ length: rows }, (_, index) => `row-${index}`);
  return (
    <div role="status" aria-label="Loading">
      {lines.map((line) => (
        <div key={line} className="flex h-row items-center gap-6 border-b px-4">
          {columns.map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A sign of work under way where a skeleton has no shape to take. */
import { LoaderCircle } from "lucide-react";

export const Spinner = ({ label }: { label: string }) => (
  <span role="status" className="inline-flex items-center gap-2 text-13 text-ink-2">
    <LoaderCircle size={16} aria-hidden className="animate-spin" />
    {label}
  </span>
);

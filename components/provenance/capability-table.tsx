/** Capabilities, one a line. What is absent is not restricted, and says so. */
import { VisibleText } from "@/components/domain/visible-text";
import { plural } from "@/lib/console/format";
import type { Capability } from "@/lib/core/session/context";

const MEMBERS = ["tool", "operation", "resource"] as const;
const SHOWN = 100;

export const CapabilityTable = ({ label, items }: { label: string; items: readonly Capability[] }) => (
  <div className="overflow-x-auto">
    <table className="w-full text-12">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b text-left text-ink-3">
          {MEMBERS.map((member) => (
            <th key={member} scope="col" className="py-1 pr-3 font-medium">
              {member}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.slice(0, SHOWN).map((item, index) => (
          <tr key={index.toString()} className="border-b last:border-b-0">
            {MEMBERS.map((member) => (
              <td key={member} className="py-1 pr-3 align-top break-all">
                {item[member] === undefined ? (
                  <span className="text-ink-3">any</span>
                ) : (
                  <VisibleText text={item[member]} className="font-mono" />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {items.length > SHOWN ? (
      <p className="py-1 text-12 text-ink-3">and {plural(items.length - SHOWN, "more", "more")}</p>
    ) : null}
  </div>
);

/** Where record and decision do not agree, in sentences. */
import { Notice } from "@/components/ui/notice";
import { flagWords } from "@/lib/console/record-words";
import { isDisagreement, type RecordFlag } from "@/lib/core/agent-hooks/compare-records";

export const FlagNotices = ({ flags }: { flags: readonly RecordFlag[] }) =>
  flags.length === 0 ? null : (
    <div className="mt-3 flex flex-col gap-2">
      {flags.map((flag) => (
        <Notice key={flag} tone={isDisagreement([flag]) ? "error" : "warning"} title={flagWords(flag).title}>
          {flagWords(flag).sentence}
        </Notice>
      ))}
    </div>
  );

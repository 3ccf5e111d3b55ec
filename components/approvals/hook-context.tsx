/** What an Agent Hooks host waits with: its point, the identity of its context, and the context as it shows it. */
import { Segments } from "@/components/domain/segments";
import { Fact } from "@/components/ui/facts";
import type { ViewModel } from "@/lib/console/served-view";

/** The decision holds for this context and no other. */
export function HookContext({ hooks }: { hooks: NonNullable<ViewModel["agent_hooks"]> }) {
  return (
    <>
      <Fact name="Waits at">
        <span className="font-mono">{hooks.interception_point}</span>
        <span className="text-ink-3"> of an Agent Hooks host</span>
      </Fact>
      <Fact name="Context identity">
        {hooks.context_identity === null ? (
          <span className="text-ink-3">None: this host binds its contexts to nothing.</span>
        ) : (
          <Segments parts={hooks.context_identity.segments} className="break-all font-mono text-12" />
        )}
      </Fact>
      <Fact name="Context">
        {hooks.context === null ? (
          <span className="text-ink-3">Too long to be shown here.</span>
        ) : (
          <details>
            <summary className="cursor-pointer text-ink-2">As the host shows it</summary>
            <Segments parts={hooks.context.segments} block className="break-all font-mono text-12" />
          </details>
        )}
      </Fact>
    </>
  );
}

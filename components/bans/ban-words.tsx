/** What a ban matches, in one line: kind, name, range, provider, endpoint, digest. All of them must match. */
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { shortDigest } from "@/components/ui/copy-digest";
import type { BanTerms } from "@/lib/core/admin/ban-input";
import type { ComponentType } from "@/lib/core/agbom/ban";

const WORDS: { readonly [type in ComponentType]: string } = {
  model: "Model",
  mcp_server: "MCP server",
  a2a_peer: "A2A peer",
  tool: "Tool",
  knowledge_source: "Knowledge source",
  memory_store: "Memory store",
  agent_capability: "Capability",
  skill: "Skill",
};

export const typeWord = (type: ComponentType | null): string => (type === null ? "Any component" : WORDS[type]);

export function BanWords({ terms }: { terms: BanTerms }) {
  const [algorithm = "", value = ""] = (terms.digest ?? "").split(":");
  return (
    <span className="min-w-0 break-words">
      <span className="text-ink-2">{typeWord(terms.type)}</span>{" "}
      {terms.name === null ? null : (
        <>
          <VisibleText text={terms.name} className="font-medium break-all" /> <NameBadge name={terms.name} short />{" "}
        </>
      )}
      {terms.versionRange === null ? null : (
        <VisibleText text={terms.versionRange} className="font-mono text-12 text-ink-2" />
      )}{" "}
      <Of word="by" text={terms.provider} />
      <Of word="at" text={terms.endpoint} />
      {terms.digest === null ? null : (
        <span title={terms.digest}>
          <span className="text-ink-3">with</span>{" "}
          <code className="text-12">
            {algorithm}:{shortDigest(value)}
          </code>
        </span>
      )}
    </span>
  );
}

const Of = ({ word, text }: { word: string; text: string | null }) =>
  text === null ? null : (
    <>
      <span className="text-ink-3">{word}</span> <VisibleText text={text} className="break-all" />{" "}
    </>
  );

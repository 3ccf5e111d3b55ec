/** What the answer says beyond its word: changes to make, whom it asks, what it waits for, what it rests on (§6, §7, §9). */
import Link from "next/link";
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import { formatSeconds } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/core/json/value";
import { Capabilities } from "./intent-facts";
import { Code, type HookPlace, Names, Part, Word } from "./parts";
import { list, number, object, text, texts, words } from "./payload";
import { Value } from "./value";

export function DecisionBody({ place, result }: { place: HookPlace; result: JsonObject }) {
  const modifications = object(result.modifications);
  const ask = object(result.ask_details);
  const defer = object(result.defer_details);
  const cited = texts(result.cited_provenance_ids);
  return (
    <>
      {modifications === null ? null : <Modifications value={modifications} />}
      {ask === null ? null : <Ask value={ask} />}
      {defer === null ? null : <Defer value={defer} />}
      {cited.length === 0 ? null : (
        <Part
          title="Rests on"
          aside={
            <Link
              href={routes.provenance(place.sessionKey, ...cited.slice(0, 30))}
              className="text-accent hover:underline"
            >
              Where they come from
            </Link>
          }
        >
          <ul className="flex flex-wrap gap-1">
            {cited.slice(0, 60).map((id) => (
              <li key={id} className="max-w-full">
                <Link
                  href={routes.provenance(place.sessionKey, id)}
                  className="block rounded-sm border px-1.5 font-mono text-12 break-all text-accent hover:underline"
                >
                  <VisibleText text={id} />
                </Link>
              </li>
            ))}
            {cited.length > 60 ? <li className="text-12 text-ink-3">and {cited.length - 60} more</li> : null}
          </ul>
        </Part>
      )}
      <PolicyData value={result.policy_data} />
    </>
  );
}

function Modifications({ value }: { value: JsonObject }) {
  const overrides = Object.entries(object(value.parameter_overrides) ?? {});
  const redactions = list(value.redactions);
  return (
    <Part title="Changed by policy">
      <dl className="flex flex-col gap-2">
        {overrides.map(([name, to]) => (
          <Change key={`o${name}`} what={<VisibleText text={name} />} how="becomes">
            <Value value={to} name={name} />
          </Change>
        ))}
        {redactions.map((item, index) => (
          <Change
            key={`r${index.toString()}`}
            what={<VisibleText text={text(object(item)?.path) ?? "no path"} />}
            how="redacted to"
          >
            <Value value={object(item)?.replacement ?? "[REDACTED]"} name="the replacement" />
          </Change>
        ))}
        {value.modified_content === undefined ? null : (
          <Change what="the whole payload" how="becomes">
            <Value value={value.modified_content} name="the new content" />
          </Change>
        )}
      </dl>
    </Part>
  );
}

const Change = ({ what, how, children }: { what: React.ReactNode; how: string; children: React.ReactNode }) => (
  <div className="border-l-2 border-modify pl-3">
    <dt className="font-mono text-12 break-all">
      {what} <span className="font-sans text-ink-3">{how}</span>
    </dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

function Ask({ value }: { value: JsonObject }) {
  const approver = object(value.approver);
  const seconds = number(value.timeout_seconds);
  const extension = object(value.intent_extension);
  return (
    <Part title="Asked of a person">
      <Facts>
        <Word name="Question" value={text(value.question)} />
        <Word name="Context" value={text(value.context)} />
        <Word name="Of" value={[text(approver?.type), text(approver?.id)].filter(Boolean).join(" ") || null} />
        {seconds === null ? null : <Fact name="Waits">{formatSeconds(seconds)}</Fact>}
        <Word name="If nobody answers" value={text(value.timeout_disposition) ?? "deny"} />
      </Facts>
      {extension === null ? null : (
        <div className="mt-2">
          <p className="mb-1 text-12 text-ink-3">Would extend the intent by</p>
          <Capabilities items={list(extension.capabilities)} />
        </div>
      )}
    </Part>
  );
}

function Defer({ value }: { value: JsonObject }) {
  const ms = number(value.resolution_timeout_ms);
  return (
    <Part title="Deferred">
      <Facts>
        <Word name="Because" value={words(value.reason)} />
        <Word name="Resolved by" value={words(value.resolution_method)} />
        {ms === null ? null : <Fact name="Within">{formatSeconds(Math.round(ms / 1000))}</Fact>}
        <Word name="Then" value={text(value.timeout_decision) ?? "deny"} />
        {texts(value.required_context).length === 0 ? null : (
          <Fact name="Needs">
            <Names values={texts(value.required_context)} />
          </Fact>
        )}
      </Facts>
    </Part>
  );
}

/** Facts by the rules that made them; the approval is shown elsewhere. */
function PolicyData({ value }: { value: JsonValue | undefined }) {
  const groups = Object.entries(isJsonObject(value) ? value : {}).filter(([name]) => name !== "approval");
  if (groups.length === 0) return null;
  return (
    <Part title="Facts from policy">
      <Facts>
        {groups.map(([name, facts]) =>
          isJsonObject(facts) ? (
            Object.entries(facts).map(([member, fact]) => (
              <Fact key={`${name}.${member}`} name={`${name}: ${member.replaceAll("_", " ")}`}>
                <Value value={fact} name={member} />
              </Fact>
            ))
          ) : (
            <Code key={name} name={name} value={typeof facts === "string" ? facts : JSON.stringify(facts)} />
          ),
        )}
      </Facts>
    </Part>
  );
}

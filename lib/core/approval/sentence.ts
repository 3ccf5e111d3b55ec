/** One sentence that says what will happen, from tool and arguments only, never from the agent's own words. */
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { findSecrets, maskJson } from "../text/mask";
import { visibleText } from "../text/visible";

/** Characters of one value that a sentence quotes; the argument list shows all of it. */
const QUOTE = 120;

const AMOUNTS = ["amount", "total", "sum", "price", "value", "quantity"];
const DESTINATIONS = [
  "to",
  "recipient",
  "recipients",
  "destination",
  "customer",
  "customer_id",
  "account",
  "account_id",
  "payee",
  "vendor",
  "user_id",
  "email",
  "url",
  "host",
];
const COMMANDS = ["command", "cmd", "script", "code"];
const OBJECTS = [
  "path",
  "file_path",
  "notebook_path",
  "file",
  "filename",
  "table",
  "query",
  "id",
  "name",
  "order_id",
  "invoice_id",
  "resource",
  "subject",
];

/** Words that read as a verb at the start of a tool name. */
const VERBS = new Set(
  (
    "add apply approve archive assign book buy call cancel charge clone close commit copy create delete deploy disable " +
    "download drop edit enable execute export fetch find forward get grant import insert install invite invoke issue " +
    "list load lock look lookup make merge modify move open order pay place post publish pull purchase push put query " +
    "read rebuild refund register reject release remove rename reply reset restart restore revoke rotate run save " +
    "schedule search send set share show start stop store submit subscribe sync transfer trigger uninstall unlock update " +
    "upload view wire withdraw write"
  ).split(" "),
);

/**
 * For example `Refund 840 to cust_1042 with refund_payment`. Values are shortened, masked and made visible, so the result
 * is safe plain text. `args` maps argument names to bare values.
 */
export function actSentence(act: { readonly tool: string; readonly args: JsonObject }): string {
  const masked = maskJson(act.args, findSecrets(act.args));
  const args = isJsonObject(masked) ? masked : act.args;
  const tool = act.tool === "" ? "a tool without a name" : quote(act.tool);
  const command = pick(args, COMMANDS);
  if (command !== null) return `Run ${command.bare} with ${tool}`;
  const [verb, ...rest] = words(act.tool);
  if (verb === undefined || !VERBS.has(verb)) return `Call ${tool}${listed(args)}`;
  const amount = pick(args, AMOUNTS);
  const currency = pick(args, ["currency"]);
  const destination = pick(args, DESTINATIONS);
  const object = pick(args, OBJECTS);
  const what = amount ? `${amount.text}${currency ? ` ${currency.text}` : ""}` : rest.join(" ");
  const named = !amount && object ? ` ${object.text}` : "";
  const toward = destination ? ` ${from(verb)} ${destination.text}` : "";
  return `${capital(verb)}${what === "" ? "" : ` ${visibleText(what)}`}${named}${toward} with ${tool}`;
}

/** Reading goes from somewhere, everything else goes to somebody. */
const from = (verb: string): string =>
  [
    "get",
    "read",
    "list",
    "fetch",
    "find",
    "lookup",
    "look",
    "search",
    "query",
    "show",
    "view",
    "download",
    "withdraw",
  ].includes(verb)
    ? "of"
    : "to";

interface Quoted {
  readonly text: string;
  /** Without quotes. */
  readonly bare: string;
}

function pick(args: JsonObject, names: readonly string[]): Quoted | null {
  for (const name of names) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value !== undefined && value !== null && value !== "") return { text: quote(value), bare: shorten(value) };
  }
  return null;
}

/** A tool whose name tells nothing: its arguments speak, as many as fit into a sentence. */
function listed(args: JsonObject): string {
  const names = Object.keys(args).sort();
  if (names.length === 0) return " without arguments";
  const shown = names.slice(0, 3).map((name) => `${quote(name)} ${quote(args[name] ?? null)}`);
  const more = names.length - shown.length;
  return ` with ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Text with blanks stands in quotes, so that a value cannot go on with the sentence. */
function quote(value: JsonValue): string {
  const text = shorten(value);
  return typeof value === "string" && /[\s"]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text;
}

function shorten(value: JsonValue): string {
  const text = visibleText(typeof value === "string" ? value : canonicalText(value));
  const characters = [...text];
  if (characters.length <= QUOTE) return text;
  return `${characters.slice(0, QUOTE).join("")}… (${characters.length - QUOTE} more characters)`;
}

const words = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const capital = (word: string): string =>
  word === "lookup" ? "Look up" : word.charAt(0).toUpperCase() + word.slice(1);

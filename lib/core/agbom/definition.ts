/** What an approval of a component rests on, and what a later declaration of it may not change unnoticed. */
import { member, omit, withMember } from "../json/build";
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject } from "../json/value";

/**
 * True when two declarations of one id define different things. How it was registered is no part of the definition, nor
 * are the tools that a server lists: each of them is a component with a definition of its own.
 */
export const definitionChanged = (before: JsonObject, after: JsonObject): boolean =>
  definitionText(before) !== definitionText(after);

function definitionText(component: JsonObject): string {
  const server = member(component, "mcp_server_fields");
  const bare = omit(component, "registration_provenance");
  return canonicalText(isJsonObject(server) ? withMember(bare, "mcp_server_fields", omit(server, "tools")) : bare);
}

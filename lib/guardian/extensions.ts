/** Which use case answers which method below `guardian/`. */
import { INTERCEPT, RECORDS, RESOLVE, RULES } from "../core/wire/agent-hooks";
import { APPROVAL, type ExtensionMethod } from "../core/wire/extensions";
import { answerIntercept } from "./agent-hooks/intercept";
import { answerRecords } from "./agent-hooks/records";
import { answerResolve } from "./agent-hooks/resolve";
import { answerRules } from "./agent-hooks/rules";
import { answerExtension } from "./approvals/extension";
import type { Extension } from "./extension";

export const EXTENSIONS: { readonly [method in ExtensionMethod]: Extension } = {
  [APPROVAL]: ({ deps, closing }, message) => answerExtension(deps, message, closing),
  [RESOLVE]: answerResolve,
  [RULES]: answerRules,
  [RECORDS]: answerRecords,
  [INTERCEPT]: answerIntercept,
};

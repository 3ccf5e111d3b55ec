/** What the browser may find wrong with a served view, and the sentence for each. */

export type DrawFault =
  | "view_unreadable"
  | "view_digest"
  | "action_unreadable"
  | "action_digest"
  | "binding"
  | "arguments_differ"
  | "segments_differ";

export const FAULT_TEXT: { readonly [fault in DrawFault]: string } = {
  view_unreadable: "The view has a shape that this page does not know.",
  view_digest: "The view digest computed here is not the one that the server names.",
  action_unreadable: "The action cannot be read.",
  action_digest: "The action digest computed here is not the one that the server names.",
  binding: "The view names another action than the one that was served.",
  arguments_differ: "A value in the view is not the value in the action.",
  segments_differ: "Characters of a value were left out of the view.",
};

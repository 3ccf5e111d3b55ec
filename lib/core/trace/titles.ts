/** What a finding calls the step that it is about. */

/** `toolCallRequest lookup_account`: the hook, and the tool or thing where the step names one. */
export function spanTitle(method: string, subject: string | undefined): string {
  const hook = method.replace(/^(steps|protocols)\//, "");
  return subject === undefined ? hook : `${hook} ${subject}`;
}

"use client";
/** The invitation link and the service token, each shown once. */
import { OnceDialog } from "./once-dialog";

export const LinkDialog = ({ link, name, onKept }: { link: string; name: string; onKept: () => void }) => (
  <OnceDialog
    title={`Invitation for ${name}`}
    notice="Send this link to the person yourself, by a way that you trust. It works once, for 72 hours, and is not shown again."
    values={[{ label: "Link", text: link }]}
    onKept={onKept}
  />
);

export const TokenDialog = ({ token, name, onKept }: { token: string; name: string; onKept: () => void }) => (
  <OnceDialog
    title={`Token of ${name}`}
    notice="The token is shown now and never again. Whoever has it acts as this service account."
    values={[{ label: "Token", text: token }]}
    onKept={onKept}
  >
    <p className="text-12 text-ink-3">
      Sent with each request as <code>Authorization: Bearer …</code>
    </p>
  </OnceDialog>
);

/** A record as stored, inert and whole. */
import { RawMessage } from "../raw-message";

export const RawRecord = ({ content }: { content: string }) => (
  <RawMessage
    title="Host record"
    message={{ text: content, bytes: new TextEncoder().encode(content).length, masked: [] }}
    entry={null}
  />
);

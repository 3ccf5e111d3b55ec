/** Every check by its name. */
import { AUDIT } from "./checks/audit";
import { CHAIN } from "./checks/chain";
import { CODES } from "./checks/codes";
import { CRYPTO } from "./checks/crypto";
import { DISPOSITIONS } from "./checks/dispositions";
import { ENVELOPE } from "./checks/envelope";
import { HANDSHAKE } from "./checks/handshake";
import { HONOURING } from "./checks/honouring";
import { HOOKS } from "./checks/hooks";
import { INSPECT } from "./checks/inspect";
import { LIVENESS } from "./checks/liveness";
import { MCP } from "./checks/mcp";
import { PROVENANCE } from "./checks/provenance";
import { REPLAY } from "./checks/replay";
import { SIGNATURES } from "./checks/signatures";
import { TRACE } from "./checks/trace";
import { type Check, ofTheAgent } from "./run";

export const CHECKS: { readonly [name: string]: Check } = {
  ...HANDSHAKE,
  ...ENVELOPE,
  ...HOOKS,
  ...DISPOSITIONS,
  ...CHAIN,
  ...HONOURING,
  "agent.subagents": ofTheAgent,
  ...LIVENESS,
  ...MCP,
  ...REPLAY,
  ...SIGNATURES,
  ...CODES,
  ...TRACE,
  ...INSPECT,
  ...PROVENANCE,
  ...CRYPTO,
  ...AUDIT,
};

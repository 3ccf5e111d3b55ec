/** What changing one's own password needs: the stored hash, and the same limit on guessing as at the door. */
import { hashToken } from "../guardian/commands/tokens";
import { noteAttempt } from "../storage/admin/sign-in-attempts";
import { container } from "./container";
import { nodeCrypto } from "./crypto-node";
import { hashPassword, isRightPassword } from "./password";
import { ATTEMPT_LIMITS } from "./people";
import type { Viewer } from "./viewer";

/** Null when there were too many attempts. */
export async function ownPasswordTools(viewer: Viewer) {
  const { pool, prisma } = await container();
  const account = hashToken({ crypto: nodeCrypto }, `own password of ${viewer.id}`);
  const key = { tenantId: viewer.tenantId, account, address: `sign-in ${viewer.signInId}` };
  const attempt = await noteAttempt(pool, key, ATTEMPT_LIMITS.windowS);
  if (attempt.byAccount > ATTEMPT_LIMITS.byBoth) return null;
  const person = await prisma.person.findUnique({ where: { id: viewer.id }, select: { passwordHash: true } });
  return { storedHash: person?.passwordHash ?? null, tools: { isRight: isRightPassword, hash: hashPassword } };
}

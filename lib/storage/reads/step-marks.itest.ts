/** Other content presented under the approval of another session, as its step shows it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { toolCall } from "../../testing/scripted-agent";
import { approvalOf, openSession, send, type World, world } from "../../testing/world";
import { stepDetail } from "./timeline";

const refund = (amount: number) => toolCall("refund_payment", { amount, to: "cust_1042" });

let here: World;

beforeAll(async () => {
  here = await world();
  await here.person();
}, 60_000);
afterAll(() => here.close());

it("names the approval on the step of another session that claimed it, and to its own tenant only", async () => {
  const { prisma } = here.container;
  const asking = await openSession(here.guardian, await here.agent({ agentId: "support-agent" }));
  const asked = await send(here.guardian, asking.message("steps/toolCallRequest", refund(840)));
  const approvalId = approvalOf(asked).approval_id;
  const other = await openSession(here.guardian, await here.agent({ agentId: "other-agent" }));
  const claim = { metadata: { approval_id: approvalId } };
  const denied = await send(here.guardian, other.message("steps/toolCallRequest", refund(9000), claim));
  expect(denied.codes).toContain("approval_digest_mismatch");
  const { key, headSeq } = await prisma.session.findFirstOrThrow({ where: { sessionId: other.sessionId } });
  const step = () => stepDetail(prisma, { tenantId: "default", key }, headSeq);
  expect(await step()).toMatchObject({
    presentedUnder: approvalId,
    row: { approvalId: null, marks: ["mutated_replay"] },
  });
  expect(await stepDetail(prisma, { tenantId: "default", key }, 1)).toMatchObject({ presentedUnder: null });
  await prisma.approval.update({ where: { id: approvalId }, data: { tenantId: "elsewhere" } });
  expect(await step()).toMatchObject({ presentedUnder: null });
});

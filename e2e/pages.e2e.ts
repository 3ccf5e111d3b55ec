/** Every page as it is drawn: wide and narrow, light and dark, checked by axe and kept as a picture. */
import { routes } from "../lib/console/routes";
import { hostedSession, sayTo } from "../lib/testing/hosted-session";
import { registerAgentOf } from "../lib/testing/product-agent";
import { sessionKeyOf } from "../lib/testing/product-database";
import { acsUrl, expect, expectNoAxeViolations, expectNoSidewaysScroll, newAgent, test } from "./fixtures";

/** Text that tries to leave its place: overlong, right-to-left, look-alike, markup. */
const HOSTILE = `<b>bold</b> ${"unbroken".repeat(40)} \u202Egnp.exe pаypal \u200B end`;

let key = "";
/** In an Agent Hooks host, with a record that does not agree. */
let hosted = "";

test.beforeAll(async () => {
  const { client } = await newAgent("Hostile agent");
  const opened = await client.open({ userContext: { user_id: "customer:cust_1042" } });
  if (!opened.ok) throw opened.failure;
  await opened.value.userMessage(HOSTILE);
  await opened.value.toolCall({ tool: "lookup_account", arguments: { note: HOSTILE } }, () => ({ note: HOSTILE }));
  void opened.value.toolCall({ tool: "send_message", arguments: { text: HOSTILE }, waitMs: 1000 }, () => ({}));
  key = await sessionKeyOf(opened.value.sessionId);
  const made = await registerAgentOf(`hosted-${crypto.randomUUID().slice(0, 8)}`, "Hosted agent");
  const agent = { ...made, secret: new Uint8Array(Buffer.from(made.secret, "base64")) };
  hosted = await sessionKeyOf(await hostedSession(sayTo(acsUrl()), agent, { lies: true }));
});

interface Shown {
  readonly name: string;
  readonly address: string;
  /** What is there when the page has its data. */
  readonly when: string | RegExp;
}

const pages = (): readonly Shown[] => [
  { name: "queue", address: routes.approvals(), when: "Hostile agent" },
  { name: "history", address: "/approvals/history", when: "Ended" },
  { name: "sessions", address: routes.sessions(), when: "Hostile agent" },
  { name: "timeline", address: routes.session(key), when: /lookup_account/ },
  { name: "chain", address: routes.session(key, "chain"), when: /^All \d+ entries verify/ },
  { name: "session-agbom", address: routes.session(key, "agbom"), when: /lookup_account/ },
  { name: "provenance", address: routes.session(key, "provenance"), when: "Where a value comes from" },
  { name: "step", address: routes.step(key, 3), when: "Arguments" },
  { name: "hosted-timeline", address: routes.session(hosted), when: "Not an ACS step" },
  { name: "hosted-step", address: routes.step(hosted, 5), when: "The host let through what was not allowed" },
  { name: "hosted-record", address: routes.record(hosted, 7), when: /ACS has no hook for model calls/ },
  { name: "evidence", address: routes.session(key, "evidence"), when: "One file that others can check" },
  { name: "chains", address: routes.chain(), when: "Hostile agent" },
  { name: "agboms", address: routes.agbom(), when: "Hostile agent" },
  { name: "bans", address: routes.bans(), when: "In force" },
  { name: "new ban", address: routes.newBan({ name: HOSTILE }), when: "What it hits" },
  { name: "policies", address: routes.policies(), when: /redact-accounts-in-answers/ },
  { name: "audit", address: routes.audit(), when: /agent/i },
  { name: "refusals", address: routes.refusals(), when: /refus/i },
  { name: "agents", address: routes.agents(), when: "Hostile agent" },
  { name: "conformance", address: routes.conformance(), when: "Postures in force" },
  { name: "people", address: routes.people(), when: "Ann Analyst" },
  { name: "account", address: routes.account(), when: "Change password" },
];

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`every page fits ${width} px and passes axe, in light and in dark`, async ({ pageOf }) => {
    test.setTimeout(300_000);
    // Reduced motion: a change of colours is not looked at half way.
    const look = { viewport: { width, height }, hasTouch: width < 600, reducedMotion: "reduce" } as const;
    const page = await pageOf("admin", look);
    for (const { name, address, when } of pages()) {
      await page.goto(address);
      await expect(page.getByText(when).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 });
      for (const colorScheme of ["light", "dark"] as const) {
        await test.step(`${name}, ${colorScheme}`, async () => {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `test-results/screens/${name}-${width}-${colorScheme}.png` });
          await expectNoSidewaysScroll(page);
          await expectNoAxeViolations(page);
        });
      }
    }
  });
}

/** Files of AgBOMs without secret values: in no form, in no place, and what names what stays. */
import { describe, expect, it } from "vitest";
import { exportSource } from "../../../testing/agbom-samples";
import type { AgbomComponent } from "../schema";
import { AGBOM_FORMATS, agbomFile, maskedComponents } from "./formats";

const SECRET = "sk-live-9aF3kQ7xPz2mWv8LtB4nHc6R";
const PLAIN = "hunter2hunter2";

const COMPONENTS = [
  {
    id: "srv",
    type: "mcp_server",
    name: `files ${SECRET}`,
    version: SECRET,
    provider: `Bearer ${SECRET}`,
    endpoint: `https://u:${SECRET}@files.example/mcp?api_key=${SECRET}`,
    mcp_server_fields: { tools: [`read-${SECRET}`, `write-${SECRET}-2`], args: [`--token=${SECRET}`] },
  },
  {
    id: `read-${SECRET}`,
    type: "tool",
    name: "read",
    version: "1",
    provider: "p",
    tool_fields: { capability: SECRET },
  },
  {
    id: `write-${SECRET}-2`,
    type: "tool",
    name: "write",
    version: "1",
    provider: "p",
    tool_fields: { capability: "x", password: PLAIN },
    registration_provenance: { provenance_id: SECRET, origin: "system" },
  },
] as unknown as readonly AgbomComponent[];

describe.each(AGBOM_FORMATS)("a %s file without secret values", (format) => {
  it("holds none, not even as part of an id", () => {
    const { text } = agbomFile(exportSource(maskedComponents(COMPONENTS)), format);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(PLAIN);
    expect(agbomFile(exportSource(COMPONENTS), format).text).toContain(SECRET);
  });
});

describe("components without secret values", () => {
  it("still name each other, and keep the ids that hold no secret", () => {
    const [server, ...tools] = maskedComponents(COMPONENTS);
    expect(server).toMatchObject({ id: "srv", mcp_server_fields: { tools: tools.map(({ id }) => id) } });
    expect(new Set(tools.map(({ id }) => id)).size).toBe(2);
  });
});

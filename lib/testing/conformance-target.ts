/** A Guardian in this process as a target of the conformance run, and ways to make it faulty. */
import type { AdminAccess } from "../cli/admin-access";
import { openAdminAccess } from "../cli/admin-access";
import type { Target } from "../cli/conformance-acs/target";
import { type OurGuardian, ourGuardian } from "../cli/conformance-acs/targets/ours";
import type { World } from "./world";

export interface ConformanceTarget {
  readonly target: Target;
  close(): Promise<void>;
}

/** Without SLH-DSA, whose signatures take seconds. */
export async function targetIn(w: World): Promise<ConformanceTarget> {
  const access: AdminAccess = await openAdminAccess(w.container.url, w.master);
  const ours: OurGuardian = await ourGuardian({ access, databaseUrl: w.container.url, patient: false });
  await w.container.keyring.refresh();
  const target: Target = {
    ...ours.setUp,
    name: "in-process",
    transport: "http",
    post: (bytes) => w.guardian.handle(bytes),
  };
  return {
    target,
    close: async () => {
      await ours.close();
      await access.close();
    },
  };
}

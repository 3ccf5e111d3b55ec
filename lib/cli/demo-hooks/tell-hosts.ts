/** Tells the refund story to every framework that is installed, one after the other, and looks at its own callbacks. */
import type { AdapterDriver } from "../../testing/adapter-driver";
import { ADAPTER_DRIVERS } from "../../testing/frameworks/adapter-drivers";
import { NATIVE_GUARDS } from "../../testing/native-guards/native-guards";
import { type NativeOutcome, nativeOutcome } from "../../testing/native-guards/native-outcome";
import { type Governance, type RefundStory, tellRefundStory } from "../../testing/refund-story";
import { withoutChatter } from "./without-chatter";

export interface ToldHost {
  readonly framework: string;
  /** Package and version. */
  readonly version: string;
  readonly story: RefundStory;
  /** Null: the framework offers no callback around tools. */
  readonly native: NativeOutcome | null;
}

export interface AbsentHost {
  readonly framework: string;
  /** Why it could not be loaded. */
  readonly why: string;
}

export interface TellOptions {
  readonly frameworks: readonly string[];
  readonly governance: (framework: string) => Promise<Governance>;
  /** Frameworks that are no packages of this project, by name. */
  readonly drivers?: { readonly [framework: string]: () => Promise<AdapterDriver> };
  /** Told as each begins. */
  readonly onHost?: (framework: string) => void;
  /** Frameworks print errors that they were given; shown only when asked for. */
  readonly verbose: boolean;
}

export interface Told {
  readonly hosts: readonly ToldHost[];
  readonly absent: readonly AbsentHost[];
}

/** A framework that is not installed is told of; one that breaks on the story throws. */
export async function tellHosts(options: TellOptions): Promise<Told> {
  const hosts: ToldHost[] = [];
  const absent: AbsentHost[] = [];
  for (const framework of options.frameworks) {
    options.onHost?.(framework);
    const quietly = options.verbose ? <T>(work: () => Promise<T>) => work() : withoutChatter;
    const driver = await quietly(() => load(framework, options.drivers));
    if (typeof driver === "string") absent.push({ framework, why: driver });
    else hosts.push(await quietly(() => tellHost(driver, options)));
  }
  return { hosts, absent };
}

async function load(framework: string, drivers: TellOptions["drivers"] = {}): Promise<AdapterDriver | string> {
  try {
    const found = drivers[framework] ?? ADAPTER_DRIVERS[framework];
    return found ? await found() : "there is no adapter of that name";
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_MODULE_NOT_FOUND") return "not installed";
    throw error;
  }
}

async function tellHost(driver: AdapterDriver, { governance: make }: TellOptions): Promise<ToldHost> {
  const { framework, version } = driver;
  const governance = await make(framework);
  try {
    const story = await tellRefundStory(driver, governance);
    const hasNative = Object.hasOwn(NATIVE_GUARDS, framework) || framework === "claude-agent-sdk";
    const native = hasNative ? await nativeOutcome(framework) : null;
    return { framework, version, story, native };
  } finally {
    await governance.close();
  }
}

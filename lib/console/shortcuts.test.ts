/** Which shortcut a key runs, in a page of a few lines. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Shortcut, ShortcutRegistry } from "./shortcuts";

class Element {
  isContentEditable = false;
  readonly tagName: string;
  constructor(tagName: string) {
    this.tagName = tagName;
  }
}

let modal: unknown = null;
let ran: string[];
let registry: ShortcutRegistry;

const shortcut = (keys: string, name = keys, more: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  label: name,
  run: () => ran.push(name),
  ...more,
});

function press(key: string, more: Partial<Record<keyof KeyboardEvent, unknown>> = {}): boolean {
  let prevented = false;
  const event = {
    ...{ key, target: null, timeStamp: 0, repeat: false, defaultPrevented: false, isComposing: false },
    ...{ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    preventDefault: () => {
      prevented = true;
    },
    ...more,
  };
  registry.handle(event as unknown as KeyboardEvent);
  return prevented;
}

beforeEach(() => {
  modal = null;
  ran = [];
  registry = new ShortcutRegistry();
  vi.stubGlobal("HTMLElement", Element);
  vi.stubGlobal("document", { querySelector: () => modal });
});
afterEach(() => vi.unstubAllGlobals());

const add = (...shortcuts: Shortcut[]) => registry.add(Symbol("view"), { name: "View", shortcuts });

describe("shortcuts", () => {
  it("run by their key, whatever its case, and keep the key from doing anything else", () => {
    add(shortcut("j"), shortcut("?"));
    expect(press("J")).toBe(true);
    expect(press("?")).toBe(true);
    expect(press("x")).toBe(false);
    expect(ran).toEqual(["j", "?"]);
  });

  it("take two keys in sequence, and only close together", () => {
    add(shortcut("g q"), shortcut("q"));
    press("g", { timeStamp: 0 });
    press("q", { timeStamp: 500 });
    press("g", { timeStamp: 10_000 });
    press("q", { timeStamp: 20_000 });
    expect(ran).toEqual(["g q", "q"]);
  });

  it("belong to the view that was drawn last", () => {
    add(shortcut("e", "frame"));
    add(shortcut("e", "page"));
    press("e");
    expect(ran).toEqual(["page"]);
  });

  it("leave typing, browser shortcuts, held keys and open dialogs alone", () => {
    add(shortcut("a"), shortcut("j"));
    press("a", { target: new Element("INPUT") });
    press("a", { target: Object.assign(new Element("DIV"), { isContentEditable: true }) });
    press("a", { ctrlKey: true });
    press("a", { isComposing: true });
    press("a", { defaultPrevented: true });
    press("a", { repeat: true });
    modal = {};
    press("a");
    expect(ran).toEqual([]);
    modal = null;
    press("j", { repeat: true });
    expect(ran).toEqual(["j"]);
  });

  it("do nothing while switched off, and are listed all the same", () => {
    add(shortcut("a", "approve", { enabled: false }));
    press("a");
    expect(ran).toEqual([]);
    expect(registry.groups()[0]?.shortcuts.map((each) => each.label)).toEqual(["approve"]);
  });

  it("go with their view", () => {
    const view = Symbol("view");
    registry.add(view, { name: "View", shortcuts: [shortcut("a")] });
    registry.remove(view);
    press("a");
    expect(ran).toEqual([]);
  });
});

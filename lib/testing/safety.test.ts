/** House rules that an import graph cannot express, checked on the source itself. */
import { describe, expect, it } from "vitest";
import { hookFor } from "../core/wire/hooks/registry";
import { allFiles, codeOnly, isTest, places, typeScript } from "./sources";

const under = (...folders: string[]) =>
  typeScript().filter((file) => folders.some((folder) => file.path.startsWith(folder)));
const product = () => typeScript().filter((file) => !isTest(file));

/** Reached without a signed-in person, each for the reason beside it. */
const PUBLIC_ROUTES = new Map([
  ["app/acs/route.ts", "an agent's key signs every message"],
  ["app/agent-hooks/resolve/route.ts", "an agent's key signs every message"],
  ["app/agent-hooks/records/route.ts", "an agent's key signs every message"],
  ["app/agent-hooks/intercept/route.ts", "an agent's key signs every message"],
  ["app/health/route.ts", "says only that the process answers"],
  ["app/.well-known/guardian-keys.json/route.ts", "public keys"],
  ["app/api/auth/[...nextauth]/route.ts", "this is the sign-in itself"],
]);

describe("the source", () => {
  it("is found: the checks below have something to look at", () => {
    expect(typeScript().length).toBeGreaterThan(100);
    expect(under("lib/core/").length).toBeGreaterThan(20);
  });

  it("leaves no test out and runs none alone", () => {
    const pattern =
      /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fixme|skipIf|runIf)\b|\b(?:xit|xdescribe|fit|fdescribe)\(/;
    expect(places(typeScript().filter(isTest), pattern, codeOnly)).toEqual([]);
  });

  it("silences no checker and leaves nothing for later", () => {
    const words = [
      "@ts-" + "ignore",
      "@ts-" + "expect-error",
      "@ts-" + "nocheck",
      "biome-" + "ignore",
      "eslint-" + "disable",
    ];
    const later = ["TO" + "DO", "FIX" + "ME", "X" + "XX"].map((word) => `\\b${word}\\b`);
    expect(places(allFiles(), new RegExp([...words, ...later].join("|")))).toEqual([]);
  });

  it("says in its first line what each file is for", () => {
    const opening = /^(?:#![^\n]*\n)?(?:"use (?:client|server)";\s*)?\/[/*]/;
    const ours = [...under("lib/", "app/", "components/", "e2e/")];
    expect(ours.filter((file) => !isTest(file) && !opening.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  it("names no machine and no registry", () => {
    const folders = ["work", "root", "home", "Users"].map((name) => `(?<![\\w.@-])/${name}/[\\w.]`);
    const hosts = ["registry\\.(?:npm|yarn)", "\\.npm" + "js\\.org", "verda" + "ccio", "arti" + "factory"];
    const files = allFiles().filter((file) => file.path !== "LICENSE");
    expect(places(files, new RegExp([...folders, ...hosts].join("|"), "i"))).toEqual([]);
  });

  it("exports by name and from where things are: no barrels, no default exports but Next's and the tools'", () => {
    const wantsDefault =
      /^app\/(?:.*\/)?(?:page|layout|template|error|global-error|loading|not-found|default|forbidden|unauthorized|icon|opengraph-image|robots|manifest)\.tsx?$|\.config\.ts$|^proxy\.ts$|^e2e\/global-(?:setup|teardown)\.ts$/;
    const defaults = typeScript().filter((file) => !wantsDefault.test(file.path));
    expect(places(defaults, /^export default\b|\bas default\b/m, codeOnly)).toEqual([]);
    expect(places(typeScript(), /^export \* from\b/m)).toEqual([]);
    expect(typeScript().filter((file) => /(^|\/)index\.tsx?$/.test(file.path))).toEqual([]);
  });
});

describe("the core", () => {
  const core = () => under("lib/core/").filter((file) => !isTest(file));

  it("has no clock, no randomness, no environment and no output of its own", () => {
    const pattern =
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\b|\bprocess\.|\bglobalThis\b|\bsetTimeout\b|\bsetInterval\b|\brandomUUID\b|\bgetRandomValues\b|\bfetch\(|\bconsole\./;
    expect(places(core(), pattern, codeOnly)).toEqual([]);
  });

  it("canonicalises JSON in one place", () => {
    const others = typeScript().filter((file) => file.path !== "lib/core/json/canonical.ts" && !isTest(file));
    const pattern =
      /\b(?:function|const)\s+(?:canonical\w*|canonicali[sz]e\w*|jcs\w*|stable\w*(?:Stringify|Json))\b|require\("canonicalize"\)/i;
    expect(places(others, pattern, codeOnly)).toEqual([]);
  });
});

describe("hashes and signatures", () => {
  it("are taken over canonical or received bytes, never over JSON.stringify", () => {
    const pattern =
      /\b(?:sha256\w*|hmac\w*|digest\w*|entryHash|requestHash|decisionHash|sign|verify|update|utf8|toBytes)\s*\((?:[^();]|\([^()]*\))*JSON\.stringify\(/i;
    expect(places(product(), pattern, codeOnly)).toEqual([]);
  });
});

describe("the console", () => {
  const asksWho = /\brequire(?:Api|Action)?Person\(/;

  it("asks who is there on every page", () => {
    const pages = under("app/(console)/").filter((file) => /\/(page|layout)\.tsx$/.test(file.path));
    const open = pages.filter((file) => file.path.endsWith("/page.tsx") && !asksWho.test(codeOnly(file.text)));
    expect(pages.length).toBeGreaterThan(5);
    expect(open.map((file) => file.path)).toEqual([]);
  });

  it("asks who is there on every route that is not named public", () => {
    const routes = under("app/").filter((file) => file.path.endsWith("/route.ts"));
    const open = routes.filter((file) => !PUBLIC_ROUTES.has(file.path) && !asksWho.test(codeOnly(file.text)));
    expect(routes.length).toBeGreaterThan(PUBLIC_ROUTES.size);
    expect(open.map((file) => file.path)).toEqual([]);
    const paths = routes.map((file) => file.path);
    expect([...PUBLIC_ROUTES.keys()].filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("asks who is there in every server action", () => {
    const actions = under("app/(console)/").filter((file) => /^\s*"use server";/m.test(file.text));
    expect(actions.filter((file) => !asksWho.test(codeOnly(file.text))).map((file) => file.path)).toEqual([]);
  });

  it("never puts text from outside into the page as markup", () => {
    expect(
      places(
        product(),
        /\bdangerouslySetInnerHTML\b|\.innerHTML\b|\binsertAdjacentHTML\b|\beval\(|new Function\(/,
        codeOnly,
      ),
    ).toEqual([]);
  });

  it("fetches no font, script or image from another host", () => {
    const files = allFiles().filter(
      (file) => /^(app|components|public)\//.test(file.path) || file.path === "next.config.ts",
    );
    expect(
      places(files, /next\/font\/google|(?:src|href)=["']https?:\/\/|url\(["']?https?:\/\/|@import ["']https?:/),
    ).toEqual([]);
  });
});

describe("the registries", () => {
  const hookFiles = () =>
    under("lib/core/wire/hooks/").filter((file) => !isTest(file) && /\bmethod: "steps\//.test(file.text));

  it("know every hook that has a file, under the method that the file names", () => {
    const methods = hookFiles().flatMap((file) => /\bmethod: "(steps\/\w+)"/.exec(file.text)?.[1] ?? []);
    expect(methods.length).toBeGreaterThan(5);
    expect(methods.filter((method) => hookFor(method)?.method !== method)).toEqual([]);
    expect(new Set(methods).size).toBe(methods.length);
  });

  it("know every command of package.json, and every command has its script", () => {
    const scripts: Record<string, string> = JSON.parse(
      allFiles().find((file) => file.path === "package.json")?.text ?? "{}",
    ).scripts;
    const viaBootstrap = Object.entries(scripts).flatMap(([name, line]) =>
      line.startsWith("node lib/cli/bootstrap.mjs") ? [[name, line.split(" ").at(-1) ?? ""]] : [],
    );
    const commands = allFiles().find((file) => file.path === "lib/cli/bootstrap/commands.mjs")?.text ?? "";
    expect(viaBootstrap.length).toBeGreaterThan(5);
    for (const [name, command] of viaBootstrap) {
      expect(command).toBe(name);
      expect(commands).toMatch(new RegExp(`^  "?${command}"?: `, "m"));
    }
  });

  it("have the licence in full", () => {
    const licence = allFiles().find((file) => file.path === "LICENSE")?.text ?? "";
    expect(licence).toContain("Apache License");
    expect(licence.length).toBeGreaterThan(10_000);
  });
});

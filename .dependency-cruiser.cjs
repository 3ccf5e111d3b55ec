// One rule per arrow that must not exist. Each comment says why, because the check prints it.
// lib/testing/import-rules.test.ts plants a violation of every rule here and sees it found.

const inside = (...folders) => folders.map((folder) => `^${folder}/`);
const OURS = [...inside("lib", "app", "components", "e2e", "prisma"), "^(proxy|instrumentation)\\.ts$"];
const TESTS = "\\.[ci]?test\\.tsx?$";
const PRODUCT = ["^(lib|app|components)/", "^(proxy|instrumentation)\\.ts$"];
const NPM = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];
const SHELL =
  "^(node:)?(fs|fs/promises|net|http|https|http2|tls|dgram|dns|dns/promises|child_process|cluster|worker_threads)$";

const onlyTo = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from, pathNot: TESTS },
  to: { path: OURS, pathNot: allowed },
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "A cycle hides which side owns the idea.",
      from: {},
      to: { circular: true },
    },
    {
      name: "everything-resolves",
      severity: "error",
      comment: "An import that cannot be followed escapes every other rule.",
      from: {},
      to: { couldNotResolve: true },
    },
    onlyTo("core-stands-alone", "^lib/core/", inside("lib/core"), "The core knows no shell."),
    {
      name: "core-does-no-io",
      severity: "error",
      comment: "Bytes in, values out: clock, randomness, disk and network arrive as arguments.",
      from: { path: "^lib/core/", pathNot: TESTS },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "core-packages-are-listed",
      severity: "error",
      comment: "A new package in the core is a design decision.",
      from: { path: "^lib/core/", pathNot: TESTS },
      to: { dependencyTypes: NPM, pathNot: "node_modules/(zod|@noble|semver|@cyclonedx)/" },
    },
    onlyTo(
      "host-ships-alone",
      "^lib/host/",
      inside("lib/core", "lib/agent-hooks", "lib/host"),
      "The host library must publish without the server.",
    ),
    {
      name: "host-packages-are-listed",
      severity: "error",
      comment: "An agent developer installs this: every package of ours becomes one of theirs.",
      from: { path: "^lib/host/", pathNot: ["^lib/host/frameworks/", TESTS] },
      to: { dependencyTypes: NPM, pathNot: "node_modules/(zod|@noble)/" },
    },
    onlyTo(
      "agent-hooks-stand-alone",
      "^lib/agent-hooks/",
      inside("lib/core", "lib/agent-hooks"),
      "The contract runs in a browser and knows no Guardian.",
    ),
    {
      name: "agent-hooks-do-no-io",
      severity: "error",
      comment: "The contract runs in a browser: clock, disk and network arrive as arguments.",
      from: { path: "^lib/agent-hooks/", pathNot: TESTS },
      to: { dependencyTypes: ["core", ...NPM] },
    },
    {
      name: "frameworks-stand-apart",
      severity: "error",
      comment: "Each adapter is used alone: it may share only what lies directly in frameworks/.",
      from: { path: "^lib/host/frameworks/([^/]+)/", pathNot: TESTS },
      to: { path: "^lib/host/frameworks/[^/]+/", pathNot: "^lib/host/frameworks/$1/" },
    },
    onlyTo(
      "guardian-uses-core",
      "^lib/guardian/",
      inside("lib/core", "lib/agent-hooks", "lib/guardian"),
      "Use cases speak to ports, not to Prisma or Next.",
    ),
    onlyTo(
      "engines-implement-ports",
      "^lib/engines/",
      [...inside("lib/core", "lib/engines"), "^lib/guardian/ports\\.ts$"],
      "An engine evaluates; it calls no use case.",
    ),
    onlyTo(
      "storage-implements-ports",
      "^lib/storage/",
      [...inside("lib/core", "lib/storage", "prisma"), "^lib/guardian/ports\\.ts$"],
      "Storage implements ports and calls no use case.",
    ),
    onlyTo(
      "server-wires",
      "^lib/server/",
      [
        ...inside("lib/core", "lib/agent-hooks", "lib/guardian", "lib/engines", "lib/storage", "lib/server"),
        "^lib/console/routes\\.ts$",
      ],
      "The server wires ports to use cases; it draws nothing. Of the console it knows the addresses.",
    ),
    onlyTo(
      "console-is-client-safe",
      "^lib/console/",
      inside("lib/core", "lib/console"),
      "This code reaches the browser.",
    ),
    onlyTo(
      "components-are-client-safe",
      "^components/",
      inside("components", "lib/core", "lib/console"),
      "This code reaches the browser.",
    ),
    onlyTo("ui-knows-no-domain", "^components/ui/", inside("components/ui"), "Primitives stay reusable."),
    {
      name: "browser-code-has-no-node",
      severity: "error",
      comment: "This code reaches the browser.",
      from: { path: ["^components/", "^lib/console/"], pathNot: TESTS },
      to: { dependencyTypes: ["core"] },
    },
    onlyTo(
      "app-is-thin",
      "^(app/|proxy\\.ts$|instrumentation\\.ts$)",
      inside("app", "components", "lib/core", "lib/guardian", "lib/server", "lib/console"),
      "Routes never touch storage.",
    ),
    onlyTo("commands-use-lib", "^lib/cli/", inside("lib"), "A command has no page."),
    onlyTo(
      "e2e-from-outside",
      "^e2e/",
      inside("e2e", "lib/host", "lib/agent-hooks", "lib/console", "lib/testing"),
      "End-to-end tests use what a person or a host has.",
    ),
    {
      name: "testing-stays-out-of-the-product",
      severity: "error",
      comment: "Builders and scripted agents are for tests and commands.",
      from: { path: PRODUCT, pathNot: ["^lib/(testing|cli)/", TESTS] },
      to: { path: "^lib/testing/" },
    },
    {
      name: "verify-is-offline",
      severity: "error",
      comment: "An auditor must be able to run it without the server, its database or a network.",
      from: { path: "^lib/cli/verify\\.ts$" },
      to: {
        path: ["^lib/(storage|server|guardian|engines)/", "^(node:)?(net|http|https|http2|tls|dgram|dns)$"],
        reachable: true,
      },
    },
    {
      name: "sockets-and-files-in-the-shell",
      severity: "error",
      comment: "Only these folders may hold a file, a socket or a process.",
      from: { path: PRODUCT, pathNot: ["^lib/(storage|server|cli|testing)/", TESTS] },
      to: { path: SHELL },
    },
    {
      name: "no-development-packages",
      severity: "error",
      comment: "What runs in production is a dependency, not a development dependency.",
      from: { path: PRODUCT, pathNot: ["^lib/testing/", TESTS] },
      // a framework is its user's choice: an optional peer, installed here for the tests
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm", "npm-peer"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(prisma/generated|\\.next|node_modules/\\.cache)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};

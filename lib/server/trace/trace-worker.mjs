// Lets the trace thread run TypeScript, whatever started it: a server under tsx, a test, or the built console.
import { register } from "tsx/esm/api";

register();
await import("./trace-thread.ts");

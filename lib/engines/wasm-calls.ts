/** Keeps V8 from inlining calls into WebAssembly where that is known to end the process. */
import { setFlagsFromString } from "node:v8";

/**
 * V8 11 (Node 20) inlines hot JS-to-Wasm calls. When such a frame is deoptimized while the Wasm function is running and
 * that function answers with a reference, the deoptimizer has no case for it: "Fatal error: unreachable code" in
 * DoComputeBuiltinContinuation, seen here after some 2,300 evaluations in one process. Call it before the first evaluation.
 */
export function keepWasmCallsApart(v8 = process.versions.v8): void {
  if (/^1[01]\./.test(v8)) setFlagsFromString("--no-turbo-inline-js-wasm-calls");
}

/** A worker thread for SLH-DSA: seconds of arithmetic that must not stand in the way of anything else. */
import { parentPort } from "node:worker_threads";
import { slh_dsa_sha2_128f, slh_dsa_sha2_128s } from "@noble/post-quantum/slh-dsa.js";

const IMPLEMENTATIONS = { "SLH-DSA-128s": slh_dsa_sha2_128s, "SLH-DSA-128f": slh_dsa_sha2_128f };

function isGenuine(scheme, { data, signature, publicKey }) {
  try {
    return scheme.verify(signature, data, publicKey);
  } catch {
    return false;
  }
}

parentPort?.on("message", (job) => {
  const { algorithm, data, secretKey } = job;
  const scheme = IMPLEMENTATIONS[algorithm];
  if (job.signature !== undefined) return parentPort?.postMessage(isGenuine(scheme, job));
  parentPort?.postMessage(data === null ? scheme.keygen() : scheme.sign(data, secretKey));
});

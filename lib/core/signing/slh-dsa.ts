/** SLH-DSA-128s and -128f (FIPS 205) in their SHA2 sets: pure, empty context; keys and signatures as raw bytes. */
import { slh_dsa_sha2_128f, slh_dsa_sha2_128s } from "@noble/post-quantum/slh-dsa.js";
import { rawScheme } from "./raw-scheme";

export const SLH_DSA = { "SLH-DSA-128s": slh_dsa_sha2_128s, "SLH-DSA-128f": slh_dsa_sha2_128f } as const;

export const slhDsa128s = rawScheme(slh_dsa_sha2_128s);
export const slhDsa128f = rawScheme(slh_dsa_sha2_128f);

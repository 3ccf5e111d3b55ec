/** ML-DSA-44, -65 and -87 (FIPS 204): pure, empty context; keys and signatures as raw bytes. */
import { ml_dsa44, ml_dsa65, ml_dsa87 } from "@noble/post-quantum/ml-dsa.js";
import { rawScheme } from "./raw-scheme";

export const ML_DSA = { "ML-DSA-44": ml_dsa44, "ML-DSA-65": ml_dsa65, "ML-DSA-87": ml_dsa87 } as const;

export const mlDsa44 = rawScheme(ml_dsa44);
export const mlDsa65 = rawScheme(ml_dsa65);
export const mlDsa87 = rawScheme(ml_dsa87);

"use client";
/** Takes a public key as text or from a file; of hybrids both halves. */
import { useId } from "react";
import { Field, TextArea } from "@/components/ui/field";
import { HYBRID_PARTS, isHybrid, type PublicKeyAlgorithm, type SingleAlgorithm } from "@/lib/core/signing/algorithms";
import type { Act } from "./use-act";

export interface PublicKeyTexts {
  readonly publicKey: string;
  readonly classicalKey: string;
}

export const NO_KEY: PublicKeyTexts = { publicKey: "", classicalKey: "" };

interface PublicKeyFieldsProps {
  algorithm: PublicKeyAlgorithm;
  texts: PublicKeyTexts;
  onChange: (texts: PublicKeyTexts) => void;
  errorOf: Act["errorOf"];
}

const isClassical = (algorithm: SingleAlgorithm): boolean =>
  algorithm === "ECDSA-P256" || algorithm === "RSA-PSS-SHA256";

const hintOf = (algorithm: SingleAlgorithm): string =>
  isClassical(algorithm) ? "SubjectPublicKeyInfo: PEM, or its DER in base64." : "The raw bytes, in base64.";

export function PublicKeyFields({ algorithm, texts, onChange, errorOf }: PublicKeyFieldsProps) {
  const halves: readonly { name: keyof PublicKeyTexts; of: SingleAlgorithm }[] = isHybrid(algorithm)
    ? [
        { name: "publicKey", of: HYBRID_PARTS[algorithm].pqc },
        { name: "classicalKey", of: HYBRID_PARTS[algorithm].classical },
      ]
    : [{ name: "publicKey", of: algorithm }];
  return (
    <>
      {halves.map(({ name, of }) => (
        <KeyField
          key={name}
          label={`${of} public key`}
          hint={hintOf(of)}
          error={errorOf(name)}
          text={texts[name]}
          onChange={(text) => onChange({ ...texts, [name]: text })}
        />
      ))}
    </>
  );
}

interface KeyFieldProps {
  label: string;
  hint: string;
  error: string | null;
  text: string;
  onChange: (text: string) => void;
}

function KeyField({ label, hint, error, text, onChange }: KeyFieldProps) {
  const fileId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <TextArea
            {...control}
            mono
            rows={4}
            spellCheck={false}
            autoComplete="off"
            className="text-12 break-all"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <div className="flex items-center gap-2 text-12 text-ink-3">
        <label htmlFor={fileId}>or from a file</label>
        <input
          id={fileId}
          type="file"
          aria-label={`${label} from a file`}
          className="min-w-0 flex-1 text-12"
          onChange={(event) => void readFile(event.target.files?.[0]).then(onChange)}
        />
      </div>
    </div>
  );
}

/** PEM and base64 files are text; anything else is taken for the bytes themselves. */
async function readFile(file: File | undefined): Promise<string> {
  if (file === undefined || file.size > 20_000) return "";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isText = bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9);
  return isText ? new TextDecoder().decode(bytes) : btoa(String.fromCharCode(...bytes));
}

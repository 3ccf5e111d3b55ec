"use client";
/** Copies the exact text and says so. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button";

interface CopyButtonProps {
  text: string;
  label: string;
  className?: string;
}

export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  useEffect(() => {
    if (copied === "no") return;
    const timer = setTimeout(() => setCopied("no"), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    copyText(text).then((done) => setCopied(done ? "yes" : "failed"));
  };
  const name = copied === "yes" ? "Copied" : copied === "failed" ? "Copying was refused by the browser" : label;
  return (
    <>
      <IconButton
        label={name}
        onClick={copy}
        className={className}
        icon={copied === "yes" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      />
      <span role="status" className="sr-only">
        {copied === "no" ? "" : name}
      </span>
    </>
  );
}

/** navigator.clipboard exists only in secure contexts; a selection works on plain http too. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

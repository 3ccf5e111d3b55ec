/** Fetches a file and hands it to the browser. Null on success, else a sentence. */
import { failureFrom } from "@/lib/console/api";

export async function savePack(url: string, name: string): Promise<string | null> {
  const response = await fetch(url, { cache: "no-store", credentials: "same-origin" }).catch(() => null);
  if (response === null) return "The console does not answer. Check the connection and try again.";
  if (!response.ok) return failureFrom(response.status, await response.json().catch(() => undefined)).message;
  const blob = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = blob;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(blob), 10_000);
  return null;
}

/** Tells how the vectors went on each framework: counts, differences that are known, and whatever else failed. */
import { type HostRun, hostFaults } from "../../testing/agent-hooks-conformance/run-hosts";

const [BOLD, DIM, RED] = [1, 2, 31];

export function hostsText(hosts: readonly HostRun[], { colour }: { readonly colour: boolean }): readonly string[] {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  if (hosts.length === 0) return [];
  const lines = hosts.flatMap((host) => {
    const { framework, version, results } = host;
    const count = (wanted: string) => results.filter(({ status, known }) => !known && status === wanted).length;
    const counts = `${count("pass")} / ${count("fail")} / ${count("skip")}`;
    const known = results.filter(({ known }) => known !== undefined);
    return [
      `  ${framework.padEnd(14)} ${counts.padStart(14)}  ${paint(DIM, version)}`,
      ...known.map(({ id, known }) => `      ${paint(DIM, `${id}: ${known}`)}`),
      ...hostFaults(host).map((id) => `      ${paint(RED, "otherwise")} ${id}`),
    ];
  });
  return [
    `  ${paint(BOLD, "On frameworks: passed / failed / left out, and the differences that are known")}`,
    ...lines,
    "",
  ];
}

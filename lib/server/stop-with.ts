/** Ends a process in order on SIGTERM or SIGINT, and when its supervisor is gone, so that no port stays taken. */

const PATIENCE_MS = 8_000;

export function stopWith(stop: () => Promise<void>): void {
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end);
}

/** A worker that keeps what is posted to it until it has said that it listens. */

export function readyWorker(worker: Worker): Worker {
  const waiting: unknown[] = [];
  let isReady = false;
  worker.addEventListener("message", ({ data }: MessageEvent<{ readonly ready?: boolean } | null>) => {
    if (isReady || data?.ready !== true) return;
    isReady = true;
    for (const message of waiting.splice(0)) worker.postMessage(message);
  });
  return new Proxy(worker, {
    get(target, name) {
      if (name === "postMessage") return post;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });

  function post(message: unknown): void {
    if (isReady) worker.postMessage(message);
    else waiting.push(message);
  }
}

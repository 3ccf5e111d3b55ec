/** Lays graphs out beside the page: elk installs its own message handler when it is loaded in a worker. */
import "elkjs/lib/elk-worker.min.js";

// What is posted before the handler stands is lost.
self.postMessage({ ready: true });

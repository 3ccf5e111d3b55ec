/** Tells the person what takes its time, on standard error so that a command's own output stays clean. */

/**
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  console.error(`▸ ${title} …`);
  const from = performance.now();
  const result = await work();
  console.error(`  done in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return result;
}

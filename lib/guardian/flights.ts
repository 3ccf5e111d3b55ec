/** Reads of the same row that are asked for at the same moment share one answer: a burst to a cold process is one query. */

export class Flights<T> {
  readonly #under = new Map<string, Promise<T>>();

  share(id: string, read: () => Promise<T>): Promise<T> {
    const known = this.#under.get(id);
    if (known) return known;
    const flight = read().finally(() => this.#under.delete(id));
    this.#under.set(id, flight);
    return flight;
  }
}

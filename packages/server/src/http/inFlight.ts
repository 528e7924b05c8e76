/** Requests being answered, per key, on this node. */
export class InFlight {
  readonly #counts = new Map<string, number>()

  count(keyId: string): number {
    return this.#counts.get(keyId) ?? 0
  }

  /** Counts one request until what it returns is called; calling it again changes nothing. */
  enter(keyId: string): () => void {
    this.#counts.set(keyId, this.count(keyId) + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      const rest = this.count(keyId) - 1
      if (rest > 0) this.#counts.set(keyId, rest)
      else this.#counts.delete(keyId)
    }
  }
}

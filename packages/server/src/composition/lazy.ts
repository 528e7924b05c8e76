/** Something that is started when it is first needed. */
export type Lazy<Value> = {
  get(): Promise<Value>
  /** Null before the first use. */
  started(): Promise<Value> | null
  ifStarted(use: (value: Value) => Promise<void>): Promise<void>
}

/** Starts something on first use and shares it; a failed start may be tried again. */
export function lazy<Value>(start: () => Promise<Value>): Lazy<Value> {
  let started: Promise<Value> | null = null
  return {
    get() {
      started ??= start().catch((error: unknown) => {
        started = null
        throw error
      })
      return started
    },
    started: () => started,
    async ifStarted(use) {
      if (started) await started.then(use, () => {})
    },
  }
}

/** Writes many things that end at about the same time together. */
export type AttemptRecorder<Made> = {
  /** Resolves when it is written, or could not be. */
  add(made: Made): Promise<void>
}

/** How long the first waits for others, in milliseconds: a write costs as much for a hundred as for one. */
const GATHER_MS = 10
const AT_ONCE = 200
/** An unrecorded delivery would be sent again, so writes to a busy database are retried first. */
const AGAIN_AFTER_MS = [100, 1_000]

/** @param record writes all or nothing. */
export function createAttemptRecorder<Made>(
  record: (made: readonly Made[]) => Promise<void>,
  onProblem: (error: unknown) => void,
): AttemptRecorder<Made> {
  let waiting: { made: Made; written: () => void }[] = []
  let writing = false

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      const batch = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      await patiently(batch.map(({ made }) => made)).catch(onProblem)
      for (const { written } of batch) written()
    }
    writing = false
  }

  async function patiently(batch: readonly Made[]): Promise<void> {
    for (const wait of AGAIN_AFTER_MS) {
      try {
        return await record(batch)
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
    return record(batch)
  }

  return {
    add: (made) =>
      new Promise((written) => {
        waiting.push({ made, written })
        if (writing) return
        writing = true
        void write()
      }),
  }
}

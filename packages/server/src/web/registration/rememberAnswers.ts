const MAX = 10_000
const RECORD_MS = 86_400_000
const NO_RECORD_MS = 600_000
/** Registries limit how often they are asked; a stranger who repeats a URL must not use that up. */
const FAILURE_MS = 60_000

type Kept<Value> = { answer: Promise<Value | null>; until: number }

/**
 * Asks once for each key and keeps what was answered, at most 10,000 answers, the most recently used: a value for 24 h, null
 * for 10 minutes, a failure for one.
 */
export function rememberAnswers<Value>(
  now: () => number,
  ask: (key: string) => Promise<Value | null>,
): (key: string) => Promise<Value | null> {
  const known = new Map<string, Kept<Value>>()

  function begin(key: string): Kept<Value> {
    const kept: Kept<Value> = { answer: ask(key), until: Number.POSITIVE_INFINITY }
    kept.answer.then(
      (value) => {
        kept.until = now() + (value === null ? NO_RECORD_MS : RECORD_MS)
      },
      () => {
        kept.until = now() + FAILURE_MS
      },
    )
    return kept
  }

  return (key) => {
    const found = known.get(key)
    const kept = found !== undefined && now() < found.until ? found : begin(key)
    known.delete(key)
    known.set(key, kept)
    const oldest = known.keys().next()
    if (known.size > MAX && oldest.done !== true) known.delete(oldest.value)
    return kept.answer
  }
}

import type { ExplorerAnswer } from './explorer.ts'

/** Remembers what services answered: bounded in number and in bytes, each answer for its own time. */
export type AnswerCache = {
  get(key: string): ExplorerAnswer | undefined
  set(key: string, answer: ExplorerAnswer): void
}

/** Milliseconds: verified code stays verified; what is not verified yet may be soon. */
const LIVES = { verified: 24 * 3_600_000, unverified: 600_000, incomplete: 60_000 } as const
const MAX_ENTRIES = 5_000
/** Letters of all ABIs together, about as many bytes. */
const MAX_LETTERS = 32 * 1024 * 1024

export function createAnswerCache(now: () => number = Date.now): AnswerCache {
  const entries = new Map<string, { answer: ExplorerAnswer; until: number; letters: number }>()
  let letters = 0

  function remove(key: string): void {
    letters -= entries.get(key)?.letters ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.until > now()) return entry.answer
      remove(key)
      return undefined
    },
    set(key, answer) {
      remove(key)
      const life = !answer.complete ? LIVES.incomplete : answer.source ? LIVES.verified : LIVES.unverified
      const entry = { answer, until: now() + life, letters: JSON.stringify(answer.source?.abi ?? null).length }
      entries.set(key, entry)
      letters += entry.letters
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_ENTRIES && letters <= MAX_LETTERS) break
        remove(oldest)
      }
    },
  }
}

/** How long ordinary words and a recovery phrase stood in the fields of a page: it has to have had as long with the one as with the other. */
export type FairTime = {
  typing(words: 'phrase' | 'sentence' | null): void
  /** When what stands in the fields was typed, in milliseconds of the clock of performance. */
  since(): number
  /** The page had put something off that was not waited for. */
  cut(): void
  /** The page told what it is about: from then on nothing counts. */
  told(): void
  /** False where ordinary words were taken away too early, and the phrase left later than that. */
  isFair(): boolean
}

export function createFairTime(now: () => number = () => performance.now()): FairTime {
  let words: 'phrase' | 'sentence' | null = null
  let at = now()
  let longest = 0
  let isCut = false
  let phraseTook: number | null = null
  const ends = () => {
    if (words === 'sentence') longest = Math.max(longest, now() - at)
  }
  return {
    typing(next) {
      ends()
      words = next
      at = now()
    },
    since: () => at,
    cut() {
      isCut = true
    },
    told() {
      if (words === 'phrase') phraseTook ??= now() - at
    },
    isFair: () => !isCut || phraseTook === null || phraseTook <= longest,
  }
}

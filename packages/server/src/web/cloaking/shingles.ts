const WORD = /[\p{L}\p{N}]+/gu
const MAX_WORDS = 5_000
const TOGETHER = 3

/** The runs of three words that a text is made of (Broder, "On the resemblance and containment of documents"). */
export function shingles(text: string): Set<string> {
  const words = (
    text
      .slice(0, MAX_WORDS * 8)
      .toLowerCase()
      .match(WORD) ?? []
  ).slice(0, MAX_WORDS)
  return new Set(
    Array.from({ length: Math.max(0, words.length - TOGETHER + 1) }, (_, at) =>
      words.slice(at, at + TOGETHER).join(' '),
    ),
  )
}

/**
 * Estimates the tokens of a text from above, without a vocabulary. Against two byte-pair vocabularies (o200k, cl100k) it is twice the
 * tokens of prose, 1.5 times those of addresses, and never below 0.98 of those of random words, digits, punctuation or characters.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const [part] of text.matchAll(PARTS)) tokens += costOf(part)
  return Math.ceil(tokens)
}

/** A word, a number, another run of letters and digits, spaces, or one other character. */
const PARTS = /[A-Za-z]?[a-z]+(?![A-Za-z0-9])|[A-Za-z0-9]+| +|./gsu
const VOWEL = /[aeiouy]/i
const LONG_WORD = 14

/** Most tokens of an answer. */
export const MAX_TOKENS = 300

/** Whether a client may show either form of the answer: the text, or the structured content as JSON. */
export function fits({
  content,
  structuredContent,
}: {
  content: readonly { text: string }[]
  structuredContent?: unknown
}): boolean {
  const texts = [...content.map(({ text }) => text), JSON.stringify(structuredContent ?? '')]
  return texts.every((text) => estimateTokens(text) <= MAX_TOKENS)
}

function costOf(part: string): number {
  const [first = ''] = part
  if (first === ' ') return part.length === 1 ? 0.1 : 1
  if (/^[A-Za-z]?[a-z]+$/.test(part)) {
    // Words of a language have a vowel in each of their few syllables.
    const isWord = part.length <= LONG_WORD && VOWEL.test(part) && !/[^aeiouy]{5}/i.test(part)
    return isWord ? Math.max(1, part.length / 2) : part.length / 1.4
  }
  if (/^[A-Za-z0-9]/.test(part)) return part.length * 0.85
  return first < '\u{80}' ? 1 : byteLength(part)
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** The longest beginning of a text that fits, by whole characters; `fits` holds for all shorter ones. */
export function longestHead(text: string, fits: (head: string) => boolean): string {
  const characters = Array.from(text)
  let least = 0
  let most = characters.length
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(characters.slice(0, middle).join(''))) least = middle
    else most = middle - 1
  }
  return characters.slice(0, least).join('')
}

import confusables from 'unhomoglyph'

/**
 * What a reader takes a text for. Two texts look alike when they agree in one of the readings; they are compared, never
 * shown. Both are empty when nothing can be read.
 */
export type TextSkeleton = {
  /** As letters, whatever their case: `link` is `LINK`. */
  letters: string
  /** As shapes, so that I, l and 1 are one, but L is none of them: `LlNK` is `LINK`, and `VAL` is not `VAI`. */
  shapes: string
}

/** Code points that are read; names on chain can be megabytes long, and people see a few dozen. */
const MAX_READ = 128
// What UTS 39 leaves apart and the eye does not: digits and signs for letters.
const LETTERS: Readonly<Record<string, string>> = { '5': 's', $: 's', '8': 'b', vv: 'w' }
const ALIKE = /5|\$|8|vv/g

/**
 * Compatibility forms, accents, case, confusable letters (UTS 39), digits that stand for letters, and spaces are gone.
 * What sets honest variants apart stays: `USDC.e`, `USDC+`.
 */
export function textSkeleton(text: string): TextSkeleton {
  const bounded = plain([...text.slice(0, 2 * MAX_READ)].slice(0, MAX_READ).join(''))
  return {
    // UTS 39 writes l for I, l, 1 and all like them; as a letter, 1 is none.
    letters: folded(plain(bounded.toLowerCase().split('1').map(confusables).join('1'))),
    shapes: folded(plain(confusables(bounded)).replaceAll('l', '1')),
  }
}

function folded(read: string): string {
  return read
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$.+]/gu, '')
    .replace(/^[$.]+|\.+$/g, '')
    .replace(ALIKE, (letters) => LETTERS[letters] ?? letters)
}

/** Without accents, strokes that are marks, and what draws nothing. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}\p{DI}\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}]/gu, '')
}

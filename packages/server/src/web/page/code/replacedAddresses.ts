import type { Code } from './code.ts'

/** Goes through the texts of a whole document. */
const WALKS =
  /\bcreateTreeWalker\s?\(|\bcreateNodeIterator\s?\(|\bnodeType\s?={2,3}\s?3\b|\bbody\s?\.\s?innerHTML\b|querySelectorAll\s?\(\s?["'`]\*["'`]/g
/** A pattern that recognises addresses. */
const PATTERN = /0x\[(?:a-f|A-F|0-9|\\d)[^\]]{0,20}\]\{40\}|\bbc1\[|\\bbc1/
/** Writes text into the document. */
const WRITES = /\.(?:data|nodeValue|textContent|innerText|innerHTML)\s?=(?!=)|\breplaceWith\s?\(/
/** An address as a value: what stands before a colon has a label for it. */
const ADDRESS = /["'`](?:0x[\da-fA-F]{40}|bc1[a-z0-9]{20,60}|T[1-9A-HJ-NP-Za-km-z]{33})["'`](?!\s?:)/
/** The same, as what was encoded says it. */
const DECODED = /(?:^|\n)(?:0x[\da-fA-F]{40}|bc1[a-z0-9]{20,60}|T[1-9A-HJ-NP-Za-km-z]{33})(?:\n|$)/
const NEAR = 900
const MAX_PLACES = 20

/**
 * Where code goes through the texts of a page, looks for addresses in them and holds one of its own to write; null: nowhere. Code that links,
 * shortens or labels addresses has none to put in their place.
 */
export function replacesAddresses({ unfolded, decoded }: Pick<Code, 'unfolded' | 'decoded'>): number | null {
  const isEncoded = DECODED.test(decoded)
  for (const { index } of [...unfolded.matchAll(WALKS)].slice(0, MAX_PLACES)) {
    const near = unfolded.slice(Math.max(0, index - NEAR), index + NEAR)
    if (PATTERN.test(near) && WRITES.test(near) && (isEncoded || ADDRESS.test(near))) return index
  }
  return null
}

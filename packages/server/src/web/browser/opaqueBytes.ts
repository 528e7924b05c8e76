/** Texts beyond that length are not looked through, in characters. */
const MAX_TEXT = 50_000
const ENCODED = /[A-Za-z0-9+/_-]{44,}={0,2}|(?:[0-9a-f]{2}){36,}|(?:\d{1,3}\s?,\s?){36,}\d{1,3}/gi
const MAX_PIECES = 50
/** Share of characters that are of the same kind as the one before: four in ten of random base64, and most of words. */
const ORDERLY = 0.55

/**
 * Returns how many bytes of a message no reader can make sense of: binary ones, and base64, hexadecimal or lists of numbers that hold such.
 * Names, addresses and short identifiers do not count.
 * @param text each character is a byte, or text as it was sent.
 */
export function opaqueBytes(text: string): number {
  const looked = decoded(text.slice(0, MAX_TEXT))
  let binary = 0
  for (let at = 0; at < looked.length; at++) {
    const code = looked.charCodeAt(at)
    if (code < 9 || (code > 13 && code < 32) || (code >= 127 && code < 160) || code === 0xfffd) binary++
  }
  // Half of the bytes of a cipher are letters and signs of some kind.
  const raw = binary * 14 > looked.length ? Math.max(binary, looked.length >= 64 ? looked.length : binary) : 0
  const inside = [...looked.matchAll(ENCODED)]
    .slice(0, MAX_PIECES)
    .reduce((sum, [piece]) => sum + (isRandom(piece) ? sizeOf(piece) : 0), 0)
  return Math.max(raw, inside)
}

function sizeOf(piece: string): number {
  if (piece.includes(',')) return piece.split(',').length
  return Math.floor(/^[0-9a-f]+$/i.test(piece) ? piece.length / 2 : (piece.length * 3) / 4)
}

/** Whether letters of both cases and digits are mixed as in codes: words, paths and names of functions keep to one kind for a while. */
function isRandom(piece: string): boolean {
  if (piece.includes(',')) return new Set(piece.split(',')).size >= 12
  if (/^[0-9a-f]+$/i.test(piece)) return commonest(piece) < 0.25
  // Names of functions have no digits; of 44 random characters, four in ten thousand have none.
  if (!/\d/.test(piece) || !/[a-z]/.test(piece) || !/[A-Z]/.test(piece)) return false
  let same = 0
  for (let at = 1; at < piece.length; at++) if (kindOf(piece, at) === kindOf(piece, at - 1)) same++
  return same / (piece.length - 1) < ORDERLY && new Set(piece).size >= 20
}

/** Call data is padded with zeros. */
function commonest(piece: string): number {
  const counts = new Map<string, number>()
  for (const character of piece) counts.set(character, (counts.get(character) ?? 0) + 1)
  return Math.max(...counts.values()) / piece.length
}

function kindOf(text: string, at: number): number {
  const character = text.charAt(at)
  return /[a-z]/.test(character) ? 0 : /[A-Z]/.test(character) ? 1 : /\d/.test(character) ? 2 : 3
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import { EMOJI_FORM } from './cleanText.ts'
import type { Turns } from './takeTurns.ts'

/** UTF-16 code units cleaned at once. */
const PIECE = 4_096
/** A piece may end this much earlier, at a space, so that no letter is parted from its marks. */
const LOOK_BACK = 256
/** Cost of a letter that has to be looked at closely, in units of work. */
const HOSTILE = 2

const NOT_PLAIN = /[^\x20-\x7e]/
const SPACES = / {2,}/g
const BREAKS = /[\p{Cc}\p{Z}]+/gu
// Marks beyond two on a letter count as hidden, because they cover what stands beside it.
const STACKED = /(?<=\p{M}{2})\p{M}+/gu
const HIDDEN = /[\p{DI}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800\ufffd]+/gu

/**
 * Makes untrusted text safe to show without leaving anything out: one line, NFC, and every invisible character or stacked mark by its
 * number (`U[U+200B]SDC`). Spaces and line ends that follow each other are one space. Takes time in proportion to its length.
 */
export async function wholeText(untrusted: string, turns: Turns): Promise<string> {
  const pieces: string[] = []
  for (let at = 0; at < untrusted.length; ) {
    const end = endOfPiece(untrusted, at)
    pieces.push(cleanPiece(untrusted.slice(at, end)))
    await turns.spend((end - at) * HOSTILE)
    at = end
  }
  // A run of spaces may reach over the end of a piece.
  return pieces.join('').replace(SPACES, ' ').trim()
}

function endOfPiece(text: string, at: number): number {
  if (text.length - at <= PIECE) return text.length
  const space = text.lastIndexOf(' ', at + PIECE)
  if (space > at + PIECE - LOOK_BACK) return space
  const unit = text.charCodeAt(at + PIECE)
  const splitsPair = unit >= 0xdc00 && unit <= 0xdfff
  return splitsPair ? at + PIECE + 1 : at + PIECE
}

function cleanPiece(piece: string): string {
  if (!NOT_PLAIN.test(piece)) return piece
  return piece
    .replace(EMOJI_FORM, '')
    .replace(BREAKS, ' ')
    .replace(STACKED, named)
    .replace(HIDDEN, named)
    .normalize('NFC')
    .replace(HIDDEN, named)
    .replace(BREAKS, ' ')
}

function named(run: string): string {
  return `[${[...run].map((point) => `U+${hexOf(point)}`).join(' ')}]`
}

function hexOf(point: string): string {
  return (point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}

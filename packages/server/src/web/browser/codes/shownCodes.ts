import type { ShownCode } from '@redoubt/risk/facts/browsing.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import { addressesIn, shownIn } from '../../page/words/shownAddress.ts'
import type { DecodedCode } from './decodeCodes.ts'
import { readCode } from './readCode.ts'

const MAX_CODES = 10

/** A part of a page that may be a QR code: its box in the window, and the text beside it. */
export type CodePlace = { x: number; y: number; width: number; height: number; near: string }

/** What QR codes of a page say. Each text once. */
export type ShownCodes = {
  /** Notes codes of one look at the page; returns those that are new. */
  add(codes: readonly DecodedCode[], places: readonly CodePlace[]): string[]
  /** @param texts what the page shows, in lower case, with and without its spaces. */
  all(texts: readonly string[]): ShownCode[]
}

export function createShownCodes(): ShownCodes {
  const known = new Map<string, string>()
  return {
    add(codes, places) {
      const fresh: string[] = []
      for (const { text, x, y } of codes) {
        if (known.size >= MAX_CODES || known.has(text)) continue
        const place = places.find(
          (one) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height,
        )
        known.set(text, place?.near ?? '')
        fresh.push(text)
      }
      return fresh
    },
    all: (texts) => [...known].map(([text, near]) => shownCode(text, near, texts)),
  }
}

function shownCode(text: string, near: string, texts: readonly string[]): ShownCode {
  const meaning = readCode(text)
  const said = { text: cleanText(text, 500), kind: meaning.kind }
  if (meaning.kind !== 'payment' || meaning.payee === null) return { ...said, payee: null, instead: null }
  const { payee, token } = meaning
  return { ...said, payee, instead: shownIn(texts, payee).shown ? null : insteadOf(payee, token, near) }
}

/** The one address of the same kind that stands beside a code which pays to another. A page may name several for several coins. */
function insteadOf(payee: string, token: string | null, near: string): string | null {
  const beside = addressesIn(near.toLowerCase(), payee)
  return beside.length === 1 && beside[0] !== payee && beside[0] !== token ? (beside[0] ?? null) : null
}

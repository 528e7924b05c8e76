import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import confusables from 'unhomoglyph'

/** Code points that are read; names on chain can be megabytes long, and people see a few dozen. */
const MAX_READ = 128

// What UTS 39 leaves apart and the eye does not: digits and signs for letters.
const LETTERS: Readonly<Record<string, string>> = { '5': 's', $: 's', '8': 'b', vv: 'w' }

const ALIKE = /5|\$|8|vv/g

/** A token whose name is worth stealing; `address` is lower case, null for a network's own coin. */
export type FamousToken = { chain: Chain; address: Address | null; symbol: string; name: string }
export type Imitation = FamousToken & {
  /** Which of its texts the other one carries. */
  by: 'symbol' | 'name'
  /** The same letters, whatever their case; otherwise only what they look like. */
  exact: boolean
}
export type TokenNames = {
  /**
   * The famous token whose symbol or name another token copies; one on the same network goes first. Null for every genuine
   * token, and for names that no famous token has.
   * @param token texts as the contract gives them; address in any case.
   */
  imitates(chain: Chain, token: { address: Address; symbol: string; name: string }): Imitation | null
}

/** Many tokens share shorter texts: `U`, `X`, `AI`. In letters as written. */
const SHORTEST_SYMBOL = 3
const SHORTEST_NAME = 4

/**
 * @param famous tokens whose names count. Few and well known: honest small tokens share symbols by the thousand.
 * @param isGenuine whether a published registry lists the address; bridged and wrapped variants share a symbol rightly.
 */
export function createTokenNames({
  famous,
  isGenuine,
}: {
  famous: Iterable<FamousToken>
  isGenuine: (chain: Chain, address: Address) => boolean
}): TokenNames {
  const symbols = new Map<string, FamousToken[]>()
  const names = new Map<string, FamousToken[]>()
  const addresses = new Set<string>()
  for (const token of famous) {
    addresses.add(`${token.chain}:${token.address}`)
    if ([...token.symbol].length >= SHORTEST_SYMBOL) append(symbols, token.symbol, token)
    if ([...token.name].length >= SHORTEST_NAME) append(names, token.name, token)
  }
  return {
    imitates: (chain, token) => {
      const address = token.address.toLowerCase() as Address
      if (addresses.has(`${chain}:${address}`) || isGenuine(chain, address)) return null
      const original = (by: Imitation['by'], known: ReadonlyMap<string, readonly FamousToken[]>): Imitation[] =>
        keysOf(token[by])
          .flatMap((key) => known.get(key) ?? [])
          .map((one) => ({ ...one, by, exact: isSame(token[by], one[by]) }))
      const found = [...original('symbol', symbols), ...original('name', names)]
      return found.find((one) => one.chain === chain) ?? found[0] ?? null
    },
  }
}

function append(index: Map<string, FamousToken[]>, text: string, token: FamousToken): void {
  for (const key of keysOf(text)) {
    const tokens = index.get(key)
    if (tokens) tokens.push(token)
    else index.set(key, [token])
  }
}

/** One per reading; none when nothing can be read. */
function keysOf(text: string): string[] {
  const { letters, shapes } = textSkeleton(text)
  return letters === '' || shapes === '' ? [] : [`letters:${letters}`, `shapes:${shapes}`]
}

function isSame(text: string, other: string): boolean {
  return text.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()
}

/**
 * What a reader takes a text for. Two texts look alike when they agree in one of the readings; they are compared, never
 * shown. Both are empty when nothing can be read.
 */
type TextSkeleton = {
  /** As letters, whatever their case: `link` is `LINK`. */
  letters: string
  /** As shapes, so that I, l and 1 are one, but L is none of them: `LlNK` is `LINK`, and `VAL` is not `VAI`. */
  shapes: string
}

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

/** Invisible characters as `visibleText` names them. */
const NAMED_INVISIBLE = /\[U\+[0-9A-FU+ …]*\]/g

/** Without accents, strokes that are marks, and what draws nothing. */
function plain(text: string): string {
  return text
    .replace(NAMED_INVISIBLE, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}]/gu, '')
}

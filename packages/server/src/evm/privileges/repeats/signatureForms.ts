import type { Hex } from '@redoubt/risk/address.ts'

/**
 * Call data that states the same, with its signature written in another way. `again`: the same once more in another way still; null: there is
 * none. `how` ends “the payment was made again …”.
 */
export type SignatureForm = { how: string; data: Hex; again: Hex | null }

/** Order of secp256k1: (r, s) and (r, order - s) sign the same under the other parity. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** A random word is larger. */
const MIN_RANDOM = 1n << 128n
const PARITY = 1n << 255n
const WORD = 64
const SELECTOR = 10
/** Lengths of a signature with its parity in a byte, and in the highest bit of `s` (EIP-2098). */
const WITH_BYTE = 65n
const COMPACT = 64n

/** Returns the other ways to write the signatures of a call, of those that bytes or three words hold; empty where it has none. */
export function signatureForms(data: Hex): SignatureForm[] {
  const starts = wordsOf(data).flatMap((_, index) => [SELECTOR + index * WORD, SELECTOR + index * WORD + 8])
  const found = starts.flatMap((at) => [...packedForms(data, at), ...wordForms(data, at)])
  if (found.length === 0) return []
  return [...found, { how: 'with a byte behind the call data', data: `${data}00`, again: `${data}0000` }]
}

/** Of bytes: their length, then r, s and a byte. */
function packedForms(data: Hex, at: number): SignatureForm[] {
  const length = wordAt(data, at)
  if (length !== WITH_BYTE && length !== COMPACT) return []
  const [r, s] = [wordAt(data, at + WORD), wordAt(data, at + 2 * WORD)]
  if (!isScalar(r) || !isScalar(BigInt.asUintN(255, s))) return []
  if (length === COMPACT) {
    // Only at the end there is room for a byte.
    if (data.length > at + 3 * WORD) return []
    const v = 27n + s / PARITY
    const whole = put(data, { at, words: [WITH_BYTE, r, BigInt.asUintN(255, s)] })
    return [{ how: 'with the parity in a byte of its own', data: `${whole}${hex(v << 248n)}`, again: null }]
  }
  const v = wordAt(data, at + 3 * WORD) >> 248n
  if (!isParity(v) || !isScalar(s)) return []
  const padded: Hex = `${data}${'0'.repeat(Math.max(0, at + 4 * WORD - data.length))}`
  const low = s > ORDER / 2n ? { s: ORDER - s, v: flipped(v) } : { s, v }
  const compact = low.s + (low.v % 27n) * PARITY
  const byte = (value: bigint) => value << 248n
  return [
    {
      how: 'with a byte behind the signature',
      data: put(padded, { at, words: [66n] }),
      again: put(padded, { at, words: [67n] }),
    },
    {
      how: 'with the signature mirrored (s → n - s)',
      data: put(padded, { at: at + 2 * WORD, words: [ORDER - s, byte(flipped(v))] }),
      again: null,
    },
    {
      how: 'with the signature in its short form (EIP-2098)',
      data: put(padded, { at, words: [COMPACT, r, compact, 0n] }),
      again: null,
    },
    {
      how: 'with the other number of the parity',
      data: put(padded, { at: at + 3 * WORD, words: [byte(otherNumber(v))] }),
      again: null,
    },
  ]
}

/** Of three words: v, r and s, or r, s and v. */
function wordForms(data: Hex, at: number): SignatureForm[] {
  return [
    [0, 1, 2],
    [2, 0, 1],
  ].flatMap(([v = 0, r = 0, s = 0]): SignatureForm[] => {
    const read = (index: number) => wordAt(data, at + index * WORD)
    if (!isParity(read(v)) || read(v) < 27n || !isScalar(read(r)) || !isScalar(read(s))) return []
    const parity = (of: Hex, value: bigint) => put(of, { at: at + v * WORD, words: [value] })
    return [
      {
        how: 'with the signature mirrored (s → n - s)',
        data: parity(put(data, { at: at + s * WORD, words: [ORDER - read(s)] }), flipped(read(v))),
        again: null,
      },
      { how: 'with the other number of the parity', data: parity(data, otherNumber(read(v))), again: null },
    ]
  })
}

function wordsOf(data: Hex): string[] {
  return data.slice(SELECTOR).match(/.{64}/g) ?? []
}

/** The word at a place of the text; zeros stand behind its end. */
function wordAt(data: Hex, at: number): bigint {
  return BigInt(`0x${data.slice(at, at + WORD).padEnd(WORD, '0')}`)
}

function put(data: Hex, { at, words }: { at: number; words: readonly bigint[] }): Hex {
  const text = words.map(hex).join('')
  return `${data.slice(0, at)}${text}${data.slice(at + text.length)}` as Hex
}

function isScalar(value: bigint): boolean {
  return value > MIN_RANDOM && value < ORDER
}

function isParity(v: bigint): boolean {
  return v === 0n || v === 1n || v === 27n || v === 28n
}

/** The other parity, in the same numbers. */
function flipped(v: bigint): bigint {
  return v >= 27n ? 55n - v : 1n - v
}

/** The same parity, in the other numbers: 0 and 1, or 27 and 28. */
function otherNumber(v: bigint): bigint {
  return v >= 27n ? v - 27n : v + 27n
}

function hex(value: bigint): string {
  return value.toString(16).padStart(WORD, '0')
}

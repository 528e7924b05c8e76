import { bytesToHex, keccak256 } from 'viem/utils'
import { ACCOUNT_MASK, TAINT } from './marks.ts'
import type { TaintedBytes } from './taintedBytes.ts'
import { type Word, word } from './word.ts'

/** Byte strings that were hashed and no call and no storage can change, by their hashes; and those that create an account (EIP-1014), by the account. */
export type Foretold = { hashed: Map<bigint, Uint8Array>; accounts: Map<bigint, Uint8Array> }

/** What is noted of hashes: slots of mappings by those of their entries, marks of keys, code. */
type Hashed = { bases: Map<bigint, bigint>; keys?: Map<bigint, number>; foretold: Foretold }

const CREATE2_PREIMAGE = 85
/** Byte strings whose hashes are remembered. */
const MAX_HASHED = 16
/** A key, and the slot of its mapping. */
const ENTRY_PREIMAGE = 64
const PREFIX = 0xff
/** Bytes of an account and what may stand beside it. */
const MAX_PREIMAGE = 96

/** Returns the hash of a part of memory, and notes what it may be: the entry of a mapping, code, or an address that follows from code. */
export function hashOf(
  memory: TaintedBytes,
  { at, length }: { at: number; length: number },
  { bases, keys, foretold }: Hashed,
): Word {
  const bytes = memory.bytes(at, length)
  const isCreated = length === CREATE2_PREIMAGE && bytes[0] === PREFIX
  const hash = BigInt(keccak256(bytes))
  const marks = memory.marks(at, length)
  const isOfOne = (marks === TAINT.caller || marks === TAINT.signer) && length <= MAX_PREIMAGE
  const preimage = isOfOne ? { preimage: bytesToHex(bytes) } : {}
  const creation = isCreated ? foretold.hashed.get(memory.word(at + CREATE2_PREIMAGE - 32).value) : undefined
  if (creation !== undefined) foretold.accounts.set(hash & ACCOUNT_MASK, creation)
  else if (mayBeCode(length) && foretold.hashed.size < MAX_HASHED && memory.marks(at, length) === 0)
    foretold.hashed.set(hash, bytes)
  if (length === ENTRY_PREIMAGE) {
    const place = memory.word(at + ENTRY_PREIMAGE / 2)
    const base = bases.get(place.value) ?? (place.marks === 0 ? place.value : undefined)
    if (base !== undefined) bases.set(hash, base)
    keys?.set(hash, keys.get(place.value) ?? memory.word(at).marks)
    // The slot of an inner mapping is a hash and no sum of one.
    const isPlain = (place.marks & ~TAINT.hash) === 0 || place.base !== undefined
    if (base !== undefined && isPlain) return { ...word(hash, marks | TAINT.hash), ...preimage, base }
  }
  return { ...word(hash, marks | TAINT.hash | (isCreated ? TAINT.created : 0)), ...preimage }
}

/** Others are places in storage, or what an address is computed from. */
function mayBeCode(length: number): boolean {
  return length > 0 && length !== 32 && length !== ENTRY_PREIMAGE && length !== CREATE2_PREIMAGE
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { isPush, operandAt, readCode } from '../../bytecode/analysis/code.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { entryOfWord } from './mappingEntry.ts'

const MAX_KEYS = 96
/** Kinds that code counts. */
const SMALL_KEYS = [0n, 1n, 2n, 3n]
const SELECTOR_PUSH = 0x63
const SELECTOR_BITS = 224n

/**
 * Returns a function that tells whether the mapping of a slot has an entry about a constant of the contract's code, or of the transaction that
 * created it: a constructor lists selectors and kinds. The entries are read from storage.
 */
export function constantKeys(
  chain: ChainSource,
  { block, address, running }: { block: PinnedBlock; address: Address; running: Address },
  signal: AbortSignal,
): (base: bigint) => Promise<boolean> {
  const known = new Map<bigint, Promise<boolean>>()
  let constants: Promise<bigint[]> | null = null
  return (base) => {
    const asked = known.get(base) ?? isSet(base)
    known.set(base, asked)
    return asked
  }

  async function isSet(base: bigint): Promise<boolean> {
    constants ??= gather()
    const keys = [...SMALL_KEYS, ...(await constants)]
    const words = await Promise.all(
      keys.map((key) => chain.storage(block, address, hex(entryOfWord(key, base)), signal).catch(() => '0x0' as const)),
    )
    signal.throwIfAborted()
    return words.some((word) => BigInt(word) !== 0n)
  }

  async function gather(): Promise<bigint[]> {
    const made = await chain.contractCreator(running, signal).catch(() => null)
    const creation = made === null ? null : await chain.transaction(made.transaction, signal).catch(() => null)
    signal.throwIfAborted()
    const codes = [creation?.data ?? '0x', await chain.code(block, running, signal)]
    return [...new Set(codes.flatMap(constantsIn))].slice(0, MAX_KEYS)
  }
}

/** Selectors as they stand in a word, and other words of the code that begin or end with a selector. */
function constantsIn(code: Hex): bigint[] {
  const { bytes } = readCode(code)
  const found: bigint[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (!isPush(byte)) continue
    const value = operandAt(bytes, at)
    if (byte === SELECTOR_PUSH) found.push(value << SELECTOR_BITS)
    else if (value >> SELECTOR_BITS !== 0n) found.push(value)
    at += byte - 0x5f
  }
  return found
}

const hex = (of: bigint): Hex => `0x${of.toString(16).padStart(64, '0')}`

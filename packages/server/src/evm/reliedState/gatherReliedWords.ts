import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256 } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import type { ReliedParts, ReliedWord } from '../../domain/reliedWord.ts'
import { IMPLEMENTATION_SLOT } from '../../intel/onchain/codeTraits.ts'
import { ADMIN_SLOT, BEACON_SLOT, PROXIABLE_SLOT } from '../bytecode/proxy/proxySlots.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { word } from '../trade/trader.ts'

/** Words of one judgement. More cannot be read again in a few messages. */
const MAX_WORDS = 250
/** Contracts that the words of others name, and how far they are followed. */
const MAX_ACCOUNTS = 12
const FIRST_SLOTS = 8

/** Slots of EIP-1967 and EIP-1822, and of a Safe: first owner, first module, guard. */
const NAMED_SLOTS: readonly Hex[] = [
  IMPLEMENTATION_SLOT,
  ADMIN_SLOT,
  BEACON_SLOT,
  PROXIABLE_SLOT,
  keccak256(`0x${word(1n)}${word(2n)}`),
  keccak256(`0x${word(1n)}${word(1n)}`),
  '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
]

/**
 * Returns the words that a judgement made at the block can rest on: those of the contract, of accounts with power over it, and of contracts
 * that their words name, as far as they were read at the block, by the engine or otherwise; but for balances, which every trade
 * changes. Null: they are too many, or not all of them are kept.
 */
export async function gatherReliedWords(
  chain: ChainSource,
  { block, ...judged }: ReliedParts & { block: PinnedBlock },
  signal: AbortSignal,
): Promise<ReliedWord[] | null> {
  const { address } = judged
  const first = Array.from({ length: FIRST_SLOTS }, (_, slot): Hex => `0x${word(BigInt(slot))}`)
  await Promise.all([...first, ...NAMED_SLOTS].map((slot) => chain.storage(block, address, slot, signal)))
  const relied: ReliedWord[] = []
  const skipped = new Set([...volatileOf(chain), ...judged.pools])
  const queue = [address, ...judged.others].filter((one) => !skipped.has(one))
  const seen = new Set<Address>()
  for (let account = queue.shift(); account !== undefined && seen.size < MAX_ACCOUNTS; account = queue.shift()) {
    if (seen.has(account)) continue
    seen.add(account)
    const words = chain.wordsRead(block, account)
    if (words === null) return null
    const amounts = account === address ? amountSlots(judged) : new Set<Hex>()
    for (const [slot, value] of words) {
      if (amounts.has(slot)) continue
      relied.push({ address: account, slot, value })
      if (relied.length > MAX_WORDS) return null
      queue.push(...namedBy(value).filter((named) => !skipped.has(named) && chain.wordsRead(block, named)?.size !== 0))
    }
  }
  return relied
}

/** Returns whether the words are the same at another block. Reads of one tick travel in one message. */
export async function areUnchanged(
  chain: ChainSource,
  { block, words }: { block: PinnedBlock; words: readonly ReliedWord[] },
  signal: AbortSignal,
): Promise<boolean> {
  const now = await Promise.all(words.map(({ address, slot }) => chain.storage(block, address, slot, signal)))
  return words.every(({ value }, at) => now[at] === value)
}

/** Contracts of the network that every trade changes, or that nothing changes. */
function volatileOf({ chain }: ChainSource): Address[] {
  const { quoteTokens, tokens, routers, factories } = NETWORKS[chain]
  return [
    ...quoteTokens.map(({ address }) => address),
    ...tokens.map(({ address }) => address),
    ...Object.values(routers),
    ...factories.map(({ factory }) => factory),
  ]
}

function amountSlots({ address, balances, sums, holders, pools }: ReliedParts): Set<Hex> {
  const accounts = new Set([address, ...holders, ...pools])
  const ofAccount = (account: Address) =>
    balances === null
      ? []
      : [keccak256(`0x${word(account)}${balances.slice(2)}`), keccak256(`0x${balances.slice(2)}${word(account)}`)]
  return new Set([...sums, ...[...accounts].flatMap(ofAccount)])
}

/** Returns addresses that a word holds, alone or packed with flags on either side. */
function namedBy(value: Hex): Address[] {
  const digits = value.slice(2)
  if (/^0{24}/.test(digits)) return isAccount(digits.slice(24)) ? [`0x${digits.slice(24)}`] : []
  const found = Array.from({ length: 13 }, (_, byte) => digits.slice(byte * 2, byte * 2 + 40))
  return found.filter(isAccount).map((one): Address => `0x${one}`)
}

function isAccount(digits: string): boolean {
  return !/^0{8}/.test(digits) && !/0{8}$/.test(digits)
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { callData, wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'
import { quoteSlots } from '../trade/quoteSlots.ts'
import { word } from '../trade/trader.ts'
import { allowanceSlot, operatorSlot, ownerSlot, piecesSlot } from './storageOf.ts'
import type { Holdings } from './withHoldings.ts'

/** What a page asked a wallet for, as JSON text: all addresses and numbers of items in it are looked at. */
export type VisitorRequest = { account: Address; asked: string }

/** Native coins of a visitor, in wei: a few thousand dollars' worth. */
const COINS: Partial<Record<Chain, bigint>> = { bsc: 6n * 10n ** 18n, polygon: 9_000n * 10n ** 18n }
const OTHER_COINS = 0x1a2c5e8f7b3d4000n
/** Whole tokens of each kind, and pieces of each collection. */
const TOKENS = 2_471n
const PIECES = 3n
const MAX_DECIMALS = 36n
/** Contracts and items of one request that are looked at: more is no ordinary request. */
const MAX_CONTRACTS = 8
const MAX_ITEMS = 4
const MAX_UINT = 2n ** 256n - 1n
const ITEM = /"(?:tokenId|identifierOrCriteria|id)":"?(\d{1,78}|0x[0-9a-f]{1,64})\b/gi
/** Contracts that are called, or that check a signature: what they need is approved already. */
const CALLED = /"(?:to|verifyingContract)":"(0x[0-9a-f]{40})"/gi

function coinsOf(chain: Chain): bigint {
  return COINS[chain] ?? OTHER_COINS
}

/**
 * Decides what a visitor owns so that a request comes out as for a customer: coins, some of each token and collection that the request
 * names, and the approvals that a customer has given to the contract that is called. Contracts that do not show where they keep
 * balances are left as they are.
 */
export async function endowVisitor(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  block: PinnedBlock,
  { account, asked }: VisitorRequest,
  signal: AbortSignal,
): Promise<Holdings> {
  const state: StateOverrides = { [account]: { balance: coinsOf(chain.chain) } }
  const holdings: Holdings = { chain: chain.chain, account, state }
  const named = addressesIn(asked).filter((address) => address !== account)
  const keep = (contract: Address, slot: Hex | null, value: bigint) => {
    if (slot === null) return
    const own = state[contract] ?? {}
    state[contract] = { ...own, storage: { ...own.storage, [slot]: `0x${word(value)}` } }
  }
  const codes = await Promise.all(
    named
      .slice(0, 3 * MAX_CONTRACTS)
      .map(async (address) => [address, await chain.code(block, address, signal)] as const),
  )
  const contracts = codes.flatMap(([address, code]) => (code === '0x' ? [] : [address])).slice(0, MAX_CONTRACTS)
  const items = [...asked.matchAll(ITEM)].map(([, id = '0']) => BigInt(id)).slice(0, MAX_ITEMS)
  const called = new Set([...asked.matchAll(CALLED)].map(([, to = '']) => to.toLowerCase()))

  await Promise.all(
    contracts.map(async (contract) => {
      const at = { simulator, block, contract, signal }
      const slotOf = await quoteSlots({ chain, simulator }, { block, token: contract }, signal).catch(() => null)
      const spenders = contracts.filter((other) => other !== contract && called.has(other))
      if (slotOf === null) {
        // A collection of several pieces counts by item.
        const pieces = await Promise.all(items.map((id) => piecesSlot(at, account, id).catch(() => null)))
        for (const slot of pieces) keep(contract, slot, PIECES)
        return
      }
      const decimals = wordAt(
        await chain
          .ask(block, { to: contract, data: callData('decimals'), gas: 60_000, max: 32, topic: 'words' }, signal)
          .catch(() => null),
      )
      if (decimals === null || decimals > MAX_DECIMALS) {
        keep(contract, slotOf(account), PIECES)
        const owners = await Promise.all(items.map((id) => ownerSlot(at, id).catch(() => null)))
        for (const slot of owners) keep(contract, slot, BigInt(account))
        const operators = await Promise.all(spenders.map((other) => operatorSlot(at, account, other).catch(() => null)))
        for (const slot of operators) keep(contract, slot, 1n)
        return
      }
      keep(contract, slotOf(account), TOKENS * 10n ** decimals)
      const allowances = await Promise.all(spenders.map((other) => allowanceSlot(at, account, other).catch(() => null)))
      for (const slot of allowances) keep(contract, slot, MAX_UINT)
    }),
  )
  signal.throwIfAborted()
  return holdings
}

/** Addresses in JSON text and in the words of call data, in order, each once. Calls inside calls are shifted by their selectors. */
export function addressesIn(text: string): Address[] {
  const found = new Set<Address>()
  for (const [, hex = ''] of text.matchAll(/0x([0-9a-f]{40,})/gi)) {
    const lower = hex.toLowerCase()
    if (lower.length === 40) found.add(`0x${lower}`)
    else
      for (const shift of SHIFTS)
        for (let at = shift; at + WORD <= lower.length; at += WORD)
          if (IS_ADDRESS.test(lower.slice(at, at + WORD))) found.add(`0x${lower.slice(at + 24, at + WORD)}`)
  }
  return [...found]
}

const WORD = 64
const SHIFTS = [8, 0, 16, 24, 32, 40, 48, 56]
/** Small numbers are no addresses. */
const IS_ADDRESS = /^0{24}(?!0{4}|[0-9a-f]{30}0{10})[0-9a-f]{40}$/

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { AnswerTooLarge } from '../simulation/engine/engineCall.ts'
import { SimulationUnavailable, type Simulator, type StateOverrides } from '../simulation/simulator.ts'
import { word } from '../trade/trader.ts'

/** An account that brings a signature, and the state in which the contract lets it. `listed`: the contract's entries about it say yes. */
export type Bringer = { from: Address; overrides: StateOverrides; listed: boolean }

const MAX_ENTRIES = 4
const MAX_ACCOUNTS = 3
const MIN_ACCOUNT = 1n << 96n
/** Reads the same code as another account, to tell words about the caller from other words. */
const ANOTHER: Address = '0x0000000000000000000000000000000000a11b0e'

/**
 * Returns the accounts that a contract may let bring a signature where it refuses a stranger: one that its entries about the caller list, as those of its
 * solvers or keepers, and the accounts that the call reads.
 */
export async function signatureBringers(
  { simulator, block, signal }: { simulator: Simulator; block: PinnedBlock; signal: AbortSignal },
  { to, data, from, overrides, gas }: { to: Address; data: Hex; from: Address; overrides: StateOverrides; gas: bigint },
): Promise<Bringer[]> {
  const read = async (sender: Address) => {
    const call: Transaction = { from: sender, to, value: 0n, data, gas }
    const own = overrides[from]
    const stateOverrides: StateOverrides = { ...overrides, [sender]: { ...own, balance: 10n ** 21n } }
    try {
      const [words] = await simulator.wordsRead({
        block,
        sequence: { blocks: [{ calls: [call] }], stateOverrides },
        signal,
      })
      return words ?? new Map<Address, Map<Hex, Hex>>()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof SimulationUnavailable || error instanceof AnswerTooLarge)
        return new Map<Address, Map<Hex, Hex>>()
      throw error
    }
  }
  const [own, another] = await Promise.all([read(from), read(ANOTHER)])
  const listed: StateOverrides = {}
  const accounts = new Set<Address>()
  let entries = 0
  for (const [contract, words] of own) {
    for (const [slot, value] of words) {
      const isAboutCaller = another.get(contract)?.has(slot) !== true
      const number = BigInt(value)
      if (isAboutCaller && number === 0n && entries < MAX_ENTRIES) {
        entries++
        listed[contract] = { storage: { ...listed[contract]?.storage, [slot]: `0x${word(1n)}` } }
      }
      if (!isAboutCaller && number >= MIN_ACCOUNT && number >> 160n === 0n) accounts.add(`0x${value.slice(-40)}`)
    }
  }
  const others = [...accounts].filter((one) => one !== to && one !== from).slice(0, MAX_ACCOUNTS)
  return [
    ...(entries > 0 ? [{ from, overrides: listed, listed: true }] : []),
    ...others.map((one) => ({ from: one, overrides: {}, listed: false })),
  ]
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../../chains/index.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { AnswerTooLarge } from '../../simulation/engine/engineCall.ts'
import { SimulationUnavailable, type Simulator, type StateOverrides } from '../../simulation/simulator.ts'
import { codeAddresses } from '../holders/codeAddresses.ts'
import { functionsOf, pullsWorld } from './contractPulls.ts'
import { BALANCE_SLOTS, entryOf } from './mappingEntry.ts'
import { tokenWrites } from './tokenWrites.ts'

/** A state that one account can bring about, or any account (`by` null). */
export type OpenCondition = { overrides: StateOverrides; by: Address | null }

type Question = {
  block: PinnedBlock
  contract: Address
  /** The call that was refused, and calls before it. */
  call: Transaction
  before: readonly Transaction[]
  state: StateOverrides
  /** Keys that may set words of other contracts. */
  holders: readonly Address[]
}

const MAX_NAMED = 6
const MAX_OUTSIDE = 2
const MAX_FUNCTIONS = 40
const MIN_ACCOUNT = 1n << 100n
const MUCH = 10n ** 22n
const PURSE = 1_000n * 10n ** 18n
const ON = 1n

const hex = (of: bigint): Hex => `0x${of.toString(16).padStart(64, '0')}`

/**
 * Returns the states outside of a contract in which a refused call may go through: coins and tokens that any account can pay to accounts that
 * the contract names, and words of other contracts that it asks, as one of the keys can set them.
 */
export async function openConditions(
  { chain, simulator }: { chain: ChainSource; simulator: Pick<Simulator, 'wordsRead'> },
  { block, contract, call, before, state, holders }: Question,
  signal: AbortSignal,
): Promise<OpenCondition[]> {
  const reads = await wordsOf()
  if (reads === null) return []
  const code = await chain.code(block, contract, signal)
  const stored = [...(reads.get(contract)?.values() ?? [])]
    .filter((value) => value >= MIN_ACCOUNT && value >> 160n === 0n)
    .map((value): Address => `0x${value.toString(16).padStart(40, '0')}`)
  const named = [...new Set([...codeAddresses(code), ...stored])].filter((one) => one !== contract).slice(0, MAX_NAMED)
  const paid: StateOverrides = {}
  const unpaid: [Address, ReadonlyMap<bigint, bigint>][] = []
  for (const [account, slots] of reads) {
    if (account === contract || account === call.from) continue
    const entries = named
      .flatMap((one) => BALANCE_SLOTS.map((base) => entryOf(one, base)))
      .filter((one) => slots.has(one))
    if (entries.length > 0)
      paid[account] = {
        storage: Object.fromEntries(entries.map((one) => [hex(one), hex((slots.get(one) ?? 0n) * 2n + MUCH)])),
      }
    else if (slots.size === 0 && named.includes(account)) paid[account] = { balance: MUCH }
    else if (slots.size > 0) unpaid.push([account, slots])
  }
  const { quoteTokens } = NETWORKS[chain.chain]
  const known = new Set<string>(quoteTokens.map(({ address }) => address.toLowerCase()))
  const set = await Promise.all(
    unpaid
      .filter(([account]) => !known.has(account))
      .slice(0, MAX_OUTSIDE)
      .map(([account, slots]) => setWords(account, slots)),
  )
  return [...(Object.keys(paid).length === 0 ? [] : [{ overrides: paid, by: null }]), ...set.flat()]

  async function wordsOf(): Promise<Map<Address, Map<bigint, bigint>> | null> {
    const stateOverrides = { ...state, [call.from]: { ...state[call.from], balance: PURSE } }
    const blocks = [...(before.length === 0 ? [] : [{ calls: before }]), { calls: [call] }]
    try {
      const all = await simulator.wordsRead({ block, sequence: { blocks, stateOverrides }, signal })
      return new Map(
        [...(all.at(-1) ?? [])].map(([account, slots]) => [
          account.toLowerCase() as Address,
          new Map([...slots].map(([slot, value]) => [BigInt(slot), BigInt(value)])),
        ]),
      )
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof SimulationUnavailable || error instanceof AnswerTooLarge) return null
      throw error
    }
  }

  /** Words of another contract that were read, as its functions set them. */
  async function setWords(account: Address, slots: ReadonlyMap<bigint, bigint>): Promise<OpenCondition[]> {
    const outside = await chain.code(block, account, signal)
    const world = pullsWorld(chain, { block, address: account, powers: [] }, signal)
    const functions = functionsOf([outside]).slice(0, MAX_FUNCTIONS)
    const { words } = await tokenWrites(world, functions, { balances: null, signal })
    return words.flatMap(({ at, value, guards }): OpenCondition[] => {
      const [guard, ...more] = guards
      const by = guard?.holder ?? null
      if (more.length > 0 || (guard !== undefined && (by === null || !holders.includes(by)))) return []
      if (at.kind !== 'slot' || !slots.has(at.slot)) return []
      return [{ overrides: { [account]: { storage: { [hex(at.slot)]: hex(value ?? ON) } } }, by }]
    })
  }
}

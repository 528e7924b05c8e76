import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../../chains/index.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { AnswerTooLarge } from '../../simulation/engine/engineCall.ts'
import { SimulationUnavailable, type Simulator, type StateOverrides } from '../../simulation/simulator.ts'
import { codeAddresses } from '../holders/codeAddresses.ts'
import { allFunctionsOf } from './calledFunctions.ts'
import { BALANCE_SLOTS, entryOf } from './mappingEntry.ts'
import { pullsWorld } from './pullsWorld.ts'
import { tokenWrites, type WordWrite } from './tokenWrites.ts'

/** A state that one account can bring about, or any account (`by` null). */
export type OpenCondition = { overrides: StateOverrides; by: Address | null }

/**
 * What one search may spend on conditions, and what it has learned: the code of other contracts is the scanned contract's choice, so that
 * refused calls share it.
 */
export type ConditionBudget = {
  /** Refused calls whose reads are looked at. */
  calls: number
  /** Contracts whose functions are run. */
  contracts: number
  known: Map<Address, Promise<readonly WordWrite[]>>
  /** Something was not looked at because this was spent. */
  cut: boolean
}

export function createConditionBudget(): ConditionBudget {
  return { calls: MAX_CALLS, contracts: MAX_CONTRACTS, known: new Map(), cut: false }
}

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

const MAX_CALLS = 24
const MAX_CONTRACTS = 3
const MAX_NAMED = 6
const MAX_OUTSIDE = 2
const MAX_FUNCTIONS = 40
const MIN_ACCOUNT = 1n << 100n
/** What a stranger pays to throw a switch: ten coins, or ten of a token with as many decimals, or some thousand dollars. */
const MUCH = 10n ** 19n
const MUCH_IN_UNITS = 10_000n
const MAX_CONDITIONS = 4
const PURSE = 1_000n * 10n ** 18n
const ON = 1n
/** Seconds after which what waits is carried out: a refusal for the time alone would hide what is asked behind it. */
const AFTER_WAIT = 2_592_000n

const hex = (of: bigint): Hex => `0x${of.toString(16).padStart(64, '0')}`

/**
 * Returns the states outside of a contract in which a refused call may go through: coins and tokens that any account can pay to accounts that
 * the contract names, and words of other contracts that it asks, as one of the keys can set them.
 */
export async function openConditions(
  { chain, simulator }: { chain: ChainSource; simulator: Pick<Simulator, 'wordsRead'> },
  { block, contract: asked, call, before, state, holders }: Question,
  budget: ConditionBudget,
  signal: AbortSignal,
): Promise<OpenCondition[]> {
  if (budget.calls-- <= 0) {
    budget.cut = true
    return []
  }
  const contract = asked.toLowerCase() as Address
  const caller = call.from.toLowerCase()
  const reads = await wordsOf()
  if (reads === null) return []
  const code = await chain.code(block, contract, signal)
  const stored = [...(reads.get(contract)?.values() ?? [])]
    .filter((value) => value >= MIN_ACCOUNT && value >> 160n === 0n)
    .map((value): Address => `0x${value.toString(16).padStart(40, '0')}`)
  const { quoteTokens } = NETWORKS[chain.chain]
  const known = new Map(quoteTokens.map(({ address, decimals }) => [address.toLowerCase(), decimals]))
  const muchOf = (token: Address) => {
    const decimals = known.get(token)
    return decimals === undefined ? MUCH : MUCH_IN_UNITS * 10n ** BigInt(decimals)
  }
  const named = [...new Set([...codeAddresses(code), ...stored])].filter((one) => one !== contract).slice(0, MAX_NAMED)
  const paid: StateOverrides = {}
  const unpaid: [Address, ReadonlyMap<bigint, bigint>][] = []
  for (const [account, slots] of reads) {
    if (account === contract || account === caller) continue
    const entries = named
      .flatMap((one) => BALANCE_SLOTS.map((base) => entryOf(one, base)))
      .filter((one) => slots.has(one))
    if (entries.length > 0)
      paid[account] = {
        storage: Object.fromEntries(entries.map((one) => [hex(one), hex((slots.get(one) ?? 0n) + muchOf(account))])),
      }
    else if (slots.size === 0 && named.includes(account)) paid[account] = { balance: MUCH }
    else if (slots.size > 0) unpaid.push([account, slots])
  }
  const set = await Promise.all(
    unpaid
      .filter(([account]) => !known.has(account))
      .slice(0, MAX_OUTSIDE)
      .map(([account, slots]) => setWords(account, slots)),
  )
  return [...(Object.keys(paid).length === 0 ? [] : [{ overrides: paid, by: null }]), ...set.flat()].slice(
    0,
    MAX_CONDITIONS,
  )

  async function wordsOf(): Promise<Map<Address, Map<bigint, bigint>> | null> {
    const stateOverrides = { ...state, [call.from]: { ...state[call.from], balance: PURSE } }
    const blocks =
      before.length === 0 ? [{ calls: [call] }] : [{ calls: before }, { calls: [call], seconds: AFTER_WAIT }]
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
    return (await writesOf(account)).flatMap(({ at, value, guards, waits, asIs }): OpenCondition[] => {
      // After a wait, or under another condition, it is not open.
      if (waits || !asIs) return []
      const [guard, ...more] = guards
      const by = guard?.holder ?? null
      if (more.length > 0 || (guard !== undefined && (by === null || !holders.includes(by)))) return []
      if (at.kind !== 'slot' || !slots.has(at.slot)) return []
      return [{ overrides: { [account]: { storage: { [hex(at.slot)]: hex(value ?? ON) } } }, by }]
    })
  }

  /** What the functions of a contract write, run once in a search. */
  function writesOf(account: Address): Promise<readonly WordWrite[]> {
    const known = budget.known.get(account)
    if (known !== undefined) return known
    if (budget.contracts-- <= 0) {
      budget.cut = true
      return Promise.resolve([])
    }
    const run = async () => {
      const outside = await chain.code(block, account, signal)
      const world = pullsWorld(chain, { block, address: account, powers: [] }, signal)
      const functions = allFunctionsOf(outside).slice(0, MAX_FUNCTIONS)
      return (await tokenWrites(world, functions, { balances: null, signal })).words
    }
    const writes = run()
    budget.known.set(account, writes)
    return writes
  }
}

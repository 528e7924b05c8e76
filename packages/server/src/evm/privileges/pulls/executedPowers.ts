import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { GuardedTokenPower } from '@redoubt/risk/facts/guardedTokenPower.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { callData, wordAt } from '../../decode/callData.ts'
import { callAs } from '../../rights/takeCalls.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../../simulation/simulator.ts'
import { freshAccount } from '../../trade/freshAccount.ts'
import type { ProposedCall } from '../paths/proposedCall.ts'
import type { Setter } from '../paths/pull.ts'
import { type KeyLock, replacedKey } from '../signatures/replacedKey.ts'
import { entryOf } from './mappingEntry.ts'
import { createConditionBudget, openConditions } from './openConditions.ts'
import { filledCall, zeroingCalls } from './proposal.ts'
import type { SaleHarm, UsualSale } from './stoppedSales.ts'

/** A power that a walk through the code supposes, with the calls by which its holder would use it. */
export type SupposedPower = {
  power: Omit<GuardedTokenPower, 'holders'>
  /** The hash of its caller that it asks for: another key is put in its place. */
  lock?: KeyLock
  /** It waits for a time: a real delay lets holders leave. */
  waits: boolean
  proposals: readonly (readonly ProposedCall[])[]
  /** Other words that calls of the same contract set. */
  setters: readonly Setter[]
  /** The contract that is called. */
  on: Address
  word: { slot: bigint; value: bigint } | null
  /** With its conditions lifted it set a word below zero: only its own calls show whether they do. */
  isUnderflow?: true
  /** The caller chooses the value: what the code takes of it only a call shows. */
  isChosen?: true
  /** Powers of the same one are values of one word: the rest is left out once one was executed. */
  of?: object
}

type Question = {
  block: PinnedBlock
  address: Address
  /** Account whose code runs. */
  code: Address
  balances: bigint | null
  supply: bigint | null
  /** Returns accounts that may be the key, or on a list of callers. */
  suspects(): Promise<readonly Address[]>
  sale: UsualSale | null
}
type Steps = { first: readonly Transaction[]; last: readonly Transaction[] }

const MAX_EXECUTED = 8
/** What every holder calls (ERC-20, EIP-2612): only what a key’s own call does shows a power. */
const OF_HOLDERS: ReadonlySet<string> = new Set(['0xa9059cbb', '0x23b872dd', '0x095ea7b3', '0xd505accf'])
const MAX_CALLERS = 2
/** Seconds between the calls of one path: a delay that holders can react to is longer. */
const SHORT_DELAY = 3_600n
/** Part of the supply that the holder has, and what it has where the supply is not known. */
const PART = 1_000n
const SOME = 10n ** 21n
const PURSE = 1_000n * 10n ** 18n

/**
 * Makes the calls of powers that the walk only supposed, as their holder, and looks at a holder of tokens before and after, or at a sale. A delay
 * is first set to nothing, where a call sets words of the contract; what other contracts say is set as the same key, or any account, can set it.
 * A power that waits and could not be used at once is left out. `cut`: some words were not tried at all, or none was executed, and conditions
 * were not looked at because their budget was spent.
 */
export async function executedPowers(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, address, code, balances, supply, suspects, sale }: Question,
  supposed: readonly SupposedPower[],
  signal: AbortSignal,
): Promise<{ powers: SupposedPower['power'][]; cut: boolean }> {
  const uncertain = supposed
    .filter(({ power, waits, lock }) => !power.asIs || waits || lock !== undefined || OF_HOLDERS.has(power.selector))
    .toSorted(byWait)
  const budget = createConditionBudget()
  const hashedKey = freshAccount(block.hash, address, 'key of a hash')
  const executed = new Map<SupposedPower, SupposedPower['power'] | null>()
  // One after the other, so that the same ones have the runs that are left, however fast the machine is.
  const done = new Set<object>()
  const tried = new Set<object>()
  const refused = new Set<object>()
  for (const one of inTurns(uncertain)) {
    const { of = one } = one
    if (done.has(of) || executed.size >= MAX_EXECUTED) continue
    tried.add(of)
    const callers = isPossible(one) ? await callersOf(one) : []
    const found = callers.length === 0 ? null : await execution(one, callers)
    executed.set(one, found)
    if (found !== null) done.add(of)
    else if (callers.length > 0 && isToldWho(one)) refused.add(of)
  }
  const isMissed = uncertain.some(({ of }) => of !== undefined && !tried.has(of))
  const powers = supposed.flatMap((one) => {
    const found = executed.get(one)
    if (found != null) return [found]
    if (one.isUnderflow === true || (one.of !== undefined && done.has(one.of))) return []
    // A value that the code was only supposed to take, and that its own caller could not set.
    if (one.isChosen === true && !one.power.asIs && refused.has(one.of ?? one)) return []
    // One that waits and was not tried is only supposed.
    return one.waits ? (found === null ? [] : [{ ...one.power, asIs: false }]) : [one.power]
  })
  return { powers, cut: isMissed || (budget.cut && !powers.some(({ executed }) => executed)) }

  async function execution(one: SupposedPower, callers: readonly Address[]): Promise<SupposedPower['power'] | null> {
    const { lock } = one
    const state =
      lock === undefined ? {} : await replacedKey(chain, { block, address, code }, { lock, account: hashedKey }, signal)
    if (state === null) return null
    for (const caller of callers) {
      const harm = await harmBy(one, caller, state)
      if (harm === null) continue
      const { guards } = one.power
      if (lock !== undefined)
        return { ...one.power, ...harm, executed: true, guards: [{ by: 'key-hash', holder: null }] }
      const isTold = guards.some(({ holder }) => holder === caller)
      const known = guards.filter(({ holder }) => holder !== null)
      return {
        ...one.power,
        ...harm,
        executed: true,
        guards: isTold || guards.length === 0 ? known : [...known, { by: 'caller', holder: caller }],
      }
    }
    return null
  }

  /** The accounts that its guards name, else those that a list may hold. */
  async function callersOf({ lock, power: { guards } }: SupposedPower): Promise<readonly Address[]> {
    if (lock !== undefined) return [hashedKey]
    const named = [...new Set(guards.flatMap(({ holder }) => holder ?? []))]
    if (named.length > 0) return named.length === 1 ? named : []
    if (guards.length === 0) return [freshAccount(block.hash, address, 'puller')]
    return (await suspects()).slice(0, MAX_CALLERS)
  }

  async function harmBy(one: SupposedPower, caller: Address, keyed: StateOverrides): Promise<Partial<SaleHarm> | null> {
    const { effect } = one.power
    const isOfHolder = effect === 'takes' || effect === 'mints'
    // What is minted goes to the key.
    const holder = effect === 'mints' ? caller : freshAccount(block.hash, address, 'holder')
    const victim = isOfHolder ? holder : sale?.seller
    if (victim === undefined) return null
    const amount = isOfHolder ? await part() : (one.word?.value ?? 0n)
    const { word } = one
    const filling = { holder: caller, victim, amount, ...(word !== null && { slot: word.slot, value: word.value }) }
    const run = (made: Steps, changes: StateOverrides) =>
      isOfHolder
        ? changed(made, merged(keyed, changes), { victim, amount, caller, effect })
        : stopped(made, merged(keyed, changes))
    for (const proposal of one.proposals) {
      const calls = proposal.map((call) => callAs(caller, one.on, filledCall(call, filling)))
      const steps: Steps = { first: calls.slice(0, -1), last: calls.slice(-1) }
      const atOnce = withoutDelay(proposal, steps)
      const harm =
        (await run(steps, {})) ??
        (atOnce === null ? null : await run(atOnce, {})) ??
        (await conditioned(one.waits ? atOnce : steps))
      if (harm !== null) return harm
    }
    return null

    /** After words that the same key sets to nothing; null: it sets none. */
    function withoutDelay(proposal: readonly ProposedCall[], { first, last }: Steps): Steps | null {
      const data = one.waits ? zeroingCalls(one.setters, proposal, caller) : []
      const zeros = data.map((each) => callAs(caller, one.on, each))
      return zeros.length === 0 ? null : { first: [...zeros, ...first], last }
    }

    /** As other contracts may say, and with what any account may pay. */
    async function conditioned(steps: Steps | null): Promise<Partial<SaleHarm> | null> {
      const last = steps?.last[0]
      if (steps === null || last === undefined) return null
      const state = isOfHolder && victim !== undefined ? holding(victim, amount) : {}
      const question = { block, contract: one.on, call: last, before: steps.first, state, holders: [caller] }
      for (const { overrides } of await openConditions({ chain, simulator }, question, budget, signal)) {
        const harm = await run(steps, overrides)
        if (harm !== null) return harm
      }
      return null
    }
  }

  async function part(): Promise<bigint> {
    const all = supply === null ? 0n : BigInt(await chain.storage(block, address, hex(supply), signal))
    return all >= PART ? all / PART : SOME
  }

  function holding(victim: Address, amount: bigint): StateOverrides {
    return balances === null ? {} : { [address]: { storage: { [hex(entryOf(victim, balances))]: hex(amount) } } }
  }

  /** Whether a holder loses most of its tokens by the calls, or the key gets new ones. */
  async function changed(
    { first, last }: Steps,
    changes: StateOverrides,
    {
      victim,
      amount,
      caller,
      effect,
    }: { victim: Address; amount: bigint; caller: Address; effect: GuardedTokenPower['effect'] },
  ): Promise<Partial<SaleHarm> | null> {
    if (balances === null) return null
    const look: Transaction = {
      from: victim,
      to: address,
      value: 0n,
      data: callData('balanceOf', victim),
      gas: 1_000_000n,
    }
    const held = holding(victim, amount)
    const stateOverrides: StateOverrides = {
      ...merged(changes, held),
      [victim]: { balance: PURSE },
      [caller]: { balance: PURSE },
    }
    // A share that its owner claims once is no power.
    const made = effect === 'mints' ? [...last, ...last] : last
    const blocks =
      first.length === 0
        ? [{ calls: [look, ...made, look] }]
        : [{ calls: [look, ...first] }, { calls: [...made, look], seconds: SHORT_DELAY }]
    const [outcomes = null] = await simulator.simulateSequences({
      block,
      sequences: [{ blocks, stateOverrides }],
      signal,
    })
    const [before, after] = [wordAt(outcomes?.[0]?.output ?? null), wordAt(outcomes?.at(-1)?.output ?? null)]
    const isMade = outcomes?.at(-2)?.success === true
    if (!isMade || before === null || after === null || before === 0n) return null
    return (effect === 'mints' ? after > before : after * 2n < before) ? {} : null
  }

  async function stopped({ first, last }: Steps, changes: StateOverrides): Promise<SaleHarm | null> {
    if (sale === null) return null
    const pause = first.length === 0 ? undefined : { late: last.length, seconds: SHORT_DELAY }
    const harm = await sale.harmBy(changes, [...first, ...last], pause)
    if (harm === null || (first.length === 0 && Object.keys(changes).length === 0)) return harm
    // What the state or the calls before do by themselves is not this power.
    return (await sale.harmBy(changes, first)) === null ? harm : null
  }
}

function merged(one: StateOverrides, other: StateOverrides): StateOverrides {
  const all: StateOverrides = { ...one }
  for (const [at, own] of Object.entries(other) as [Address, StateOverrides[Address]][])
    all[at] = { ...all[at], ...own, storage: { ...all[at]?.storage, ...own.storage } }
  return all
}

/** Those that wait come last, since they need most runs, and the fewest guards first. */
function byWait(a: SupposedPower, b: SupposedPower): number {
  return Number(a.waits) - Number(b.waits) || a.power.guards.length - b.power.guards.length
}

/** Whether its guards say which account may call: a refusal of another one shows nothing. */
function isToldWho({ lock, power: { guards } }: SupposedPower): boolean {
  return lock !== undefined || guards.every(({ holder }) => holder !== null)
}

/** A secret or a signature cannot be made here. */
function isPossible({ power: { guards }, proposals }: SupposedPower): boolean {
  return proposals.length > 0 && guards.every(({ by }) => by !== 'secret' && by !== 'signature')
}

function hex(of: bigint): Hex {
  return `0x${of.toString(16).padStart(64, '0')}`
}

/** The first value of each word, then the second of each, and so on; the order stays otherwise. */
function inTurns(supposed: readonly SupposedPower[]): SupposedPower[] {
  const turns = new Map<SupposedPower, number>()
  for (const same of Map.groupBy(supposed, (one) => one.of ?? one).values())
    for (const [turn, one] of same.entries()) turns.set(one, turn)
  return supposed.toSorted((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0))
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { CallOutcome, Simulator, StateOverrides } from '../simulation/simulator.ts'
import { answering, askingSender, SLOW_GAS } from './forgedSigner.ts'
import { mergeOverrides } from './mergeOverrides.ts'
import { type Bringer, signatureBringers } from './signatureBringers.ts'
import type { SignedCall } from './signedCalls.ts'

/** A call that works with the signature. `approved`: which of the calls before it did. */
export type SignatureUse = {
  selector: Hex
  whole: boolean
  bringer: Bringer
  transaction: Transaction
  overrides: StateOverrides
  outcome: CallOutcome
  approved: boolean[]
  /** Seconds after the next block at which it is used. */
  seconds: bigint
}

export type UseQuestion = {
  simulator: Simulator
  block: PinnedBlock
  signal: AbortSignal
  account: Address
  digest: Hex
  /** The contract that is called, and the account whose code recovers the signer, with that code. */
  target: Address
  checker: { address: Address; code: Hex }
  calls: readonly SignedCall[]
  /** A stranger, then accounts that the message names. */
  senders: readonly Address[]
  /** Numbers that the account that brings the signature may choose, and coins that it may send. */
  numbers: readonly bigint[]
  /** States to try, the likeliest first: tokens of the account that brings it, then also of the contract's own. */
  funds: readonly ((bringer: Address) => StateOverrides)[]
  /** Seconds after the next block at which it is used, too: prices fall with time, and orders begin later. */
  moments: readonly bigint[]
  /** Calls that this account makes before. */
  before: (bringer: Address) => readonly Transaction[]
}

const GAS = 2_500_000n
/** Hexadecimal digits of code in one batch: each run carries its own. */
const MAX_DIGITS = 6_000_000
const MAX_RUNS = 288
const MAX_CHOICES = 160
/** Functions that came to the check, whose numbers and coins are chosen. */
export const MAX_REACHED = 3
/** Calls whose reads are looked at, and accounts that are tried for it. */
const MAX_READ = 3
const MAX_BRINGERS = 4
const MAX_SMALL = 8
const MAX_LATER = 48
const COINS = 10n ** 21n

type Way = {
  call: SignedCall
  code: Hex
  bringer: Bringer
  chosen: readonly bigint[]
  coins: bigint
  funds: (bringer: Address) => StateOverrides
  seconds: bigint
}

/** A way that works, and what it and the calls before it did. */
type Work = { way: Way; outcomes: CallOutcome[] }

/**
 * Finds the calls by which a signature is used, as the account that brings it would make them: first which arguments, place in the code and
 * account make the contract recover the signer of this digest, then which numbers and coins of the account's choice make the call work. A call that works with
 * any signer is left out. `reached`: functions that came to the check.
 */
export async function signatureUses(question: UseQuestion): Promise<{ uses: SignatureUse[]; reached: Hex[] }> {
  const {
    simulator,
    block,
    signal,
    account,
    digest,
    target,
    checker,
    calls,
    senders,
    numbers,
    funds,
    moments,
    before,
  } = question
  const [stranger] = senders
  const [usual = () => ({})] = funds
  const codes = askingSender(checker.code)
  if (stranger === undefined || codes.length === 0 || calls.length === 0) return { uses: [], reached: [] }
  const others = senders.slice(1).map((from): Bringer => ({ from, overrides: {}, listed: false }))
  const free: Bringer = { from: stranger, overrides: {}, listed: false }
  let found = await reachedBy([free])
  // The named taker alone may bring it, or what it names is its caller.
  if (found.length === 0) found = await reachedBy(others)
  if (found.length === 0) {
    const opened = await openedBy(usual(stranger))
    if (opened.length > 0) found = await reachedBy(opened)
  }
  const reached = [...new Set(found.map(({ call }) => call.selector))]
  const ways = firstOfEach(found).slice(0, MAX_REACHED)
  let works = await chosenBy(ways, usual, 0n)
  for (const more of funds.slice(1)) if (works.length === 0 && ways.length > 0) works = await chosenBy(ways, more, 0n)
  const now = works
  for (const seconds of ways.length > 0 ? moments : []) {
    if (now.length > 0)
      works = [...works, ...(await tryAll(now.slice(0, MAX_LATER).map(({ way }) => ({ ...way, seconds }))))]
    else for (const state of funds) if (works.length === 0) works = await chosenBy(ways, state, seconds)
  }
  return { uses: await withoutOthers(works), reached }

  /** What some of the calls read: arguments that are not decoded lead nowhere. */
  async function openedBy(state: StateOverrides): Promise<Bringer[]> {
    const from = stranger as Address
    const spread = calls.filter((_, at) => at % Math.ceil(calls.length / MAX_READ) === 0)
    const found: Bringer[] = []
    for (const data of spread.flatMap((call) => call.dataOf([]) ?? [])) {
      const asked = { to: target, data, from, overrides: state, gas: GAS }
      for (const one of await signatureBringers({ simulator, block, signal }, asked))
        if (found.every(({ from: known, listed }) => known !== one.from || listed !== one.listed)) found.push(one)
    }
    return found.slice(0, MAX_BRINGERS)
  }

  async function reachedBy(bringers: readonly Bringer[]): Promise<Way[]> {
    const nothing = await reachedWith(bringers, 0n)
    // Code may refuse a part of nothing before it looks at the signature.
    return nothing.length > 0 ? nothing : reachedWith(bringers, 1n)
  }

  async function reachedWith(bringers: readonly Bringer[], value: bigint): Promise<Way[]> {
    const all = bringers.flatMap((bringer) =>
      codes.flatMap((code) =>
        calls
          .filter(({ free: count }) => value === 0n || count > 0)
          .map((call): Way => {
            const chosen = Array.from({ length: call.free }, () => value)
            return { call, code, bringer, chosen, coins: 0n, funds: usual, seconds: 0n }
          }),
      ),
    )
    const tried = all.slice(0, roomFor(codes))
    const outcomes = await run(tried, true)
    return tried.filter((_, at) => {
      const gas = outcomes[at]?.at(-1)?.gasUsed ?? 0n
      return gas >= SLOW_GAS && gas < (GAS * 9n) / 10n
    })
  }

  async function chosenBy(some: readonly Way[], state: Way['funds'], seconds: bigint): Promise<Work[]> {
    const tried = some
      .flatMap((way) => {
        const choices = choicesOf(way.call)
        return [way.bringer, ...others.filter(({ from }) => from !== way.bringer.from)].flatMap((bringer, at) =>
          (at === 0 ? choices : choices.slice(0, MAX_SMALL)).map(([coins = 0n, ...chosen]) => ({
            ...way,
            bringer,
            chosen,
            coins,
            funds: state,
            seconds,
          })),
        )
      })
      .slice(0, roomFor(codes))
    return tryAll(tried)
  }

  async function tryAll(tried: readonly Way[]): Promise<Work[]> {
    const outcomes = await run(tried, false)
    return tried.flatMap((way, at) => {
      const own = outcomes[at] ?? []
      return own.at(-1)?.success === true ? [{ way, outcomes: own }] : []
    })
  }

  /** Coins, then the free numbers: small ones first, since what is paid in return is the least that works. */
  function choicesOf({ free: count, payable }: SignedCall): bigint[][] {
    const values = [...new Set([0n, 1n, ...numbers])].slice(0, MAX_SMALL)
    let choices: { values: bigint[]; rank: number }[] = [{ values: [], rank: 0 }]
    for (let at = 0; at < count + 1; at++) {
      const possible = at === 0 && !payable ? [0n] : at === 0 ? values.filter((value) => value !== 1n) : values
      choices = choices
        .flatMap((choice) =>
          possible.map((value, rank) => ({ values: [...choice.values, value], rank: choice.rank + rank })),
        )
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, at < count ? MAX_CHOICES * 4 : MAX_CHOICES)
    }
    return choices.map((choice) => choice.values)
  }

  async function withoutOthers(works: readonly Work[]): Promise<SignatureUse[]> {
    const alone = await run(
      works.map(({ way }) => ({ ...way, code: checker.code })),
      false,
    )
    return works.flatMap(({ way, outcomes }, at): SignatureUse[] => {
      const outcome = outcomes.at(-1)
      if (outcome === undefined || alone[at]?.at(-1)?.success === true) return []
      const { call, bringer, seconds } = way
      const { selector, whole } = call
      const approved = outcomes.slice(0, -1).map(({ success }) => success)
      return [
        {
          selector,
          whole,
          bringer,
          transaction: transactionOf(way),
          overrides: stateOf(way, false),
          outcome,
          approved,
          seconds,
        },
      ]
    })
  }

  function transactionOf({ call, bringer, chosen, coins }: Way): Transaction {
    return { from: bringer.from, to: target, value: coins, data: call.dataOf(chosen) ?? '0x', gas: GAS }
  }

  function stateOf({ code, bringer, funds: lent }: Way, slow: boolean): StateOverrides {
    const forged: StateOverrides = {
      [checker.address]: { code },
      [bringer.from]: { code: answering(account, digest, slow), balance: COINS },
    }
    return mergeOverrides(lent(bringer.from), bringer.overrides, forged)
  }

  async function run(some: readonly Way[], slow: boolean): Promise<(CallOutcome[] | null)[]> {
    if (some.length === 0) return []
    const sequences = some.map((way) => ({
      blocks: [
        {
          calls: [...before(way.bringer.from), transactionOf(way)],
          ...(way.seconds > 0n && { seconds: way.seconds }),
        },
      ],
      stateOverrides: stateOf(way, slow),
    }))
    return simulator.simulateSequences({ block, sequences, transfers: true, signal })
  }
}

function firstOfEach(ways: readonly Way[]): Way[] {
  const first = new Map<string, Way>()
  for (const way of ways) if (!first.has(way.call.selector)) first.set(way.call.selector, way)
  return [...first.values()]
}

function roomFor(codes: readonly Hex[]): number {
  return Math.max(1, Math.min(MAX_RUNS, Math.floor(MAX_DIGITS / (codes[0]?.length ?? 1))))
}

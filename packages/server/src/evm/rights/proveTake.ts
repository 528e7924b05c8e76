import type { Address, Hex } from '@redoubt/risk/address.ts'
import { debitsOf } from '@redoubt/risk/derive/creditOf.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { claimRuns, type Stand, type Walk, type Watched } from '../claims/runs/claimRuns.ts'
import type { StateOverrides } from '../simulation/simulator.ts'
import { word } from '../trade/trader.ts'
import type { RunAll } from './budgetedRuns.ts'
import { flowsOf } from './flows.ts'
import { ownExits } from './ownDeposits.ts'
import { acceptingOf, type Site } from './readSite.ts'
import { callAs } from './takeCalls.ts'

/** A call that comes first, by a function of a contract. */
type Before = { call: Transaction; contract: Address; made: ContractFunction }

/** A call by which a named account got something after the transaction. */
export type Take = Pick<Right, 'kind' | 'asset' | 'assetType' | 'tokenId' | 'amount'> & {
  site: Site
  party: Address
  contract: Address
  made: ContractFunction
  call: Transaction
  /** 0: in the block of the transaction, 1: later. */
  block: number
  /** Blocks with calls of the same account that come first; the last one is the block of the call. */
  before: readonly { steps: readonly Before[]; seconds?: bigint }[]
  /** What stands in place of a word that the transaction wrote: the account has its key. */
  overrides: StateOverrides
  /** Who receives the right: the caller, or the account whose key it is; null: a secret or a proof. */
  holder: Address | null
  /** The call that `made` is, where others follow it; absent: `call`. */
  decisive?: Transaction
}

/** `again`: what so many such calls take together; null: unknown. */
export type Proof = {
  amount: bigint
  whole: boolean
  call: Transaction
  again?: (times: number) => Promise<bigint | null>
}

type Runs = { run(walks: readonly Walk[], runs: Prober, account: Address): Promise<(bigint | null)[]> }
type Prober = { runs: ReturnType<typeof claimRuns>; held: bigint }

/** Percent of the amount that worked. */
const RAISES = [1_000n, 10_000n, 100_000n, 1_000_000n, 100_000_000n]
const PARTS = [120n, 150n, 200n, 300n, 500n, 800n]
const EXIT_WAYS = 3
/** Numbers of a call, flags and places of lists among them, that are changed when it is made again. */
const MAX_NUMBERS = 3
const MAX_NUMBER = 1n << 48n

/** Seconds between the two blocks in which a right is tried. */
export const LATER = 30n * 86_400n

/**
 * Proves that a call takes what is the account's: the holder could not make it before, and the same call about another account pays nothing,
 * the account itself gets less after it, or the account's own call paid it before the transaction and pays nothing now. Null where one of these fails: then it is the holder's own.
 */
export async function proveTake(
  take: Take,
  { simulation, stand, run }: { simulation: Simulation; stand: Stand } & Runs,
): Promise<Proof | null> {
  const { site, party, call, kind } = take
  const { account } = site
  const watched: Watched[] = [{ ...take, usd: null, same: [] }]
  const after: Prober = { runs: claimRuns({ simulation, watched, stand }), held: 0n }
  const before: Prober = { runs: claimRuns({ simulation: { ...simulation, stateDiff: {} }, watched, stand }), held: 0n }
  const { overrides } = take
  const steps = take.before.flatMap((one) => one.steps)
  // What the account can do where the holder did nothing.
  const idle = take.before.map((one) => ({ ...one, steps: [] }))
  const walkOf = (way: Way, ...calls: readonly Transaction[]): Walk => ({
    blocks: blocksOf(way.before, way.call, ...calls),
    overrides,
  })
  const [from, sign] = kind === 'wallet' && take.assetType !== 'erc721' ? [account, -1n] : [party, 1n]
  const gain = (value: bigint | null | undefined) => (value ?? 0n) * sign

  let chosen: Way = { before: take.before, call }
  let amount = 0n
  // Tenfold steps, then parts of the last one.
  for (const percents of [RAISES, PARTS]) {
    const sums = percents === RAISES ? site.values.amounts : []
    const ways = [chosen, ...raised(chosen, amount === 0n ? take.amount : amount, { percents, sums })]
    const taken = await run(
      ways.map((one) => walkOf(one)),
      after,
      from,
    )
    const best = ways.reduce((max, _, at) => (gain(taken[at]) > gain(taken[max]) ? at : max), 0)
    chosen = ways[best] ?? chosen
    amount = gain(taken[best])
    if (amount <= 0n) return null
    if (ways.length === 1) break
  }
  const [earlier] = await run([{ ...walkOf(chosen), overrides: acceptingOf(site, party) }], before, from)
  // A run without an answer proves nothing.
  if (earlier === null || earlier === undefined || gain(earlier) >= amount) return null
  const gained = gain(earlier) > 0n ? amount - gain(earlier) : amount
  if (kind === 'wallet') {
    const again = async (times: number) => {
      const walks = repeatsOf(chosen.call, amount, times).map((calls) => walkOf(chosen, ...calls))
      const taken = await run(walks, after, from)
      const known = taken.filter((one) => one !== null)
      return known.length === 0 ? null : known.reduce((most, one) => (gain(one) > most ? gain(one) : most), 0n)
    }
    return { amount: gained, whole: true, call: chosen.call, again }
  }

  const own = account.slice(2)
  const isNamed = [...steps.map((one) => one.call), chosen.call].some(({ data }) => data.includes(own))
  const asAccount = [
    callAs(account, call.to ?? take.contract, chosen.call.data.replaceAll(party.slice(2), own) as Hex),
    ...ownExits(site, { amounts: [amount], ways: EXIT_WAYS }).flat(),
  ]
  const [control, was, left, kept] = await Promise.all([
    isNamed ? run([walkOf(rewritten(chosen, own, stand.observer.slice(2)))], after, party) : [null],
    run([{ blocks: blocksOf(idle, ...asAccount.slice(0, 1)) }], before, account),
    run([{ blocks: blocksOf(idle, ...asAccount), overrides }], after, account),
    run([walkOf(chosen, ...asAccount)], after, account),
  ])
  const [could, can] = [left[0] ?? 0n, kept[0] ?? 0n]
  const isAboutAccount = isNamed && (control[0] ?? 0n) * 2n < amount
  if (could > can) {
    const lost = could - can
    return { amount: lost < gained ? lost : gained, whole: can * 2n < could, call: chosen.call }
  }
  // The account's own call paid it before the transaction: a changed beneficiary.
  const paid = was[0] ?? 0n
  if (could * 2n < paid && paid <= amount) return { amount: paid, whole: true, call: chosen.call }
  if (isAboutAccount) return { amount: gained, whole: could <= 0n, call: chosen.call }
  // A withdrawal that the account asks for, for another one: its record falls by what the other one then gets. What leaves as
  // much with the account is a payment like a transfer of shares.
  const records = { takers: [site.contract], account, address: take.asset }
  const isItsOwn = gained > 0n && debitsOf(simulation.stateDiff, records).some((debit) => debit === gained)
  return isItsOwn && could < gained ? { amount: gained, whole: could <= 0n, call: chosen.call } : null
}

/** Drops the calls before a take without which it takes as much, and names the last one that it needs. */
export async function withoutIdleSteps(
  take: Take,
  { simulation, stand, run }: { simulation: Simulation; stand: Stand; run: RunAll },
): Promise<Take> {
  const all = take.before.flatMap(({ steps }) => steps)
  if (all.length === 0) return take
  const runs = claimRuns({ simulation, watched: [], stand })
  let { before } = take
  let last: Before | null = null
  // The latest first: an early call may be needed by a later one only.
  for (const step of all.toReversed()) {
    const less = before.map((one) => ({ ...one, steps: one.steps.filter((each) => each !== step) }))
    const walk: Walk = { blocks: blocksOf(less, take.call), overrides: take.overrides }
    const [seen] = await run([runs.sequenceOf(take.site.account, 0n, walk)])
    // A look comes first, and one ends each block.
    const outcome = seen?.at(-2)
    const flows =
      outcome?.success === true ? flowsOf(outcome.logs, take.kind === 'wallet' ? take.site.account : take.party) : []
    const same = flows.find(({ asset, tokenId }) => asset === take.asset && tokenId === take.tokenId)
    const sum = (same?.change ?? 0n) * (take.kind === 'wallet' ? -1n : 1n)
    if (sum >= take.amount) before = less
    else last ??= step
  }
  return { ...take, before, ...(last !== null && { contract: last.contract, made: last.made, decisive: last.call }) }
}

/** A take with the calls before it. */
type Way = Pick<Take, 'before' | 'call'>

function blocksOf(before: Take['before'], ...calls: readonly Transaction[]): Walk['blocks'] {
  return before.map(({ steps, seconds }, at) => {
    const all = [...steps.map(({ call }) => call), ...(at === before.length - 1 ? calls : [])]
    return seconds === undefined ? { calls: all } : { calls: all, seconds }
  })
}

function rewritten({ before, call }: Way, old: string, next: string): Way {
  const change = (one: Transaction): Transaction => ({ ...one, data: one.data.replaceAll(old, next) as Hex })
  return {
    before: before.map((one) => ({ ...one, steps: one.steps.map((step) => ({ ...step, call: change(step.call) })) })),
    call: change(call),
  }
}

/** The same call again, and with another number each time, up and down: a budget may be one of each day or of each order. */
function repeatsOf(call: Transaction, amount: bigint, times: number): Transaction[][] {
  const further = Array.from({ length: times - 1 }, (_, at) => BigInt(at + 1))
  const numbers = (call.data.slice(10).match(/.{64}/g) ?? [])
    .map((one, at) => ({ value: BigInt(`0x${one}`), start: 10 + at * 64 }))
    .filter(({ value }) => value !== amount && value < MAX_NUMBER)
    .slice(0, MAX_NUMBERS)
  const rising = (start: number, value: bigint, sign: bigint) =>
    further.map((by) => {
      const data: Hex = `0x${call.data.slice(2, start)}${word(value + sign * by)}${call.data.slice(start + 64)}`
      return { ...call, data }
    })
  return [
    further.map(() => call),
    ...numbers.flatMap(({ value, start }) => [
      rising(start, value, 1n),
      ...(value >= BigInt(times) ? [rising(start, value, -1n)] : []),
    ]),
  ]
}

/** The same calls for larger amounts, each on its own: for known sums, and for multiples of the amount that worked. */
function raised(
  way: Way,
  amount: bigint,
  { percents, sums }: { percents: readonly bigint[]; sums: readonly bigint[] },
): Way[] {
  const asked = word(amount)
  if (!way.call.data.includes(asked)) return []
  const larger = [...percents.map((percent) => (amount * percent) / 100n), ...sums.filter((sum) => sum > amount)]
  return larger.map((sum) => rewritten(way, asked, word(sum)))
}

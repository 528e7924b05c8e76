import type { Hex } from '@redoubt/risk/address.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { wordAt } from '../../decode/callData.ts'
import { readAggregate } from '../../market/chainlinkPrice.ts'
import { runTrades } from '../../trade/runTrades.ts'
import type { TradePlan } from '../../trade/tradeContext.ts'
import { word } from '../../trade/trader.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import { type Observation, observeCall, readObservation } from '../observation.ts'
import type { ObservedCall } from '../observeCalls.ts'
import { limitWithinBudget, privilegedCall } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'
import { itemLimits } from './itemLimits.ts'
import { mintBounds } from './mintBounds.ts'
import { openMints } from './openMints.ts'

const DAY = 86_400n

/** Limit of a second, immediate call's mint, as one part in this many of the first. */
const AT_ONCE = 100n

/** Percent of the supply per day above which it is no emission. */
const MAX_A_DAY = 10

/** maxSupply(), MAX_SUPPLY(), cap(), maxTotalSupply(): getters of a fixed supply cap. */
const CAPS: readonly Hex[] = ['0xd5abeb01', '0x32cb6b0c', '0x355274ea', '0x2ab4d052']
const MAX_MINTS = 4
/** Minted and sold amounts, in percent of the supply. */
const SIZES = [10n, 100n, 1_000n]
const MAX_PIECES = 60n
/** Smaller numbers are found by chance in call data. */
const MIN_AMOUNT = 256n

/**
 * For one minting function and caller: percent of the pool's other side that its tokens bought, and the cap that it exceeded; or
 * the emission, when any account can make the call and mints little. `isNoPrivilege`: it mints nothing, and books what another balance lost or
 * what time brought, or any account gets as much for as much. `backed`: false where what it pays is a small part of what it gets.
 */
export type MintHarm = Pick<Capability, 'drains' | 'beyond' | 'emission' | 'backed' | 'limit' | 'boundADay'> &
  Partial<Pick<Capability, 'call'>> & { isNoPrivilege?: true }

/**
 * Returns the harm of minting: the new tokens are sold into the pool, and the supply is compared with the contract's own cap. By
 * `selector caller`.
 */
export async function mintHarms(
  context: PrivilegesContext,
  observedCalls: readonly ObservedCall[],
): Promise<ReadonlyMap<string, MintHarm>> {
  const stranger = strangerOf(context)
  const privileged = observedCalls.filter(({ tried: { caller }, effects }) => {
    return caller !== stranger && effects.some(({ kind, backed }) => kind === 'mint' && backed !== true)
  })
  const paid = observedCalls.filter(({ tried: { caller, way }, effects }) => {
    return (
      caller !== stranger && way.value > 0n && effects.some(({ kind, backed }) => kind === 'mint' && backed === true)
    )
  })
  const harms = new Map<string, MintHarm>()
  if (privileged.length === 0 && paid.length === 0) return harms
  const emitted = await emissions(context, privileged)
  for (const [tried, emission] of emitted) harms.set(keyOf(tried), emission)
  const booked = await bookings(context, privileged)
  const { open, exclusive } = await openMints(context, [...privileged, ...paid])
  const free = new Set([...booked, ...open])
  for (const ways of Map.groupBy([...privileged, ...paid], ({ tried }) => keyOf(tried)).values())
    if (ways.every(({ tried }) => free.has(tried)))
      for (const { tried } of ways) harms.set(keyOf(tried), { isNoPrivilege: true })
  for (const one of paid)
    if (exclusive.has(one.tried) && isCheap(context, one)) harms.set(keyOf(one.tried), { backed: false })
  const minting = privileged.filter(({ tried }) => !emitted.has(tried) && !free.has(tried))
  if (minting.length === 0) return harms
  const cap = await statedCap(context)
  for (const { tried: one, before, after } of minting) {
    const [was, is] = [before.supply, after?.supply ?? null]
    if (cap !== null && was !== null && is !== null && was <= cap && is > cap) harms.set(keyOf(one), { beyond: cap })
  }
  if (cap !== null) await passed(context, { cap, minting, harms })
  for (const [tried, limit] of await itemLimits(context, minting)) {
    const known = harms.get(keyOf(tried))
    if (known?.beyond === undefined) harms.set(keyOf(tried), { ...known, limit })
  }
  for (const [tried, boundADay] of await mintBounds(context, minting, observedCalls)) {
    const known = harms.get(keyOf(tried))
    if (known?.beyond === undefined) harms.set(keyOf(tried), { ...known, boundADay })
  }
  const { trade, fixture, budget } = context
  const { supply } = fixture
  if (trade === null || supply === null) return harms
  const functions = [...new Map(minting.map(({ tried }) => [keyOf(tried), tried])).values()]
  const looked = limitWithinBudget(context, functions, { max: MAX_MINTS, what: 'sales of new tokens' })
  const sale = ({ caller }: AcceptedCall, before: readonly Transaction[]): TradePlan => {
    return { account: caller.address, spend: 0n, passOn: false, before, wait: 'next-block', unexplained: true }
  }
  // Sells the caller's existing tokens for comparison.
  const plans = looked.flatMap((one) => [
    { one, plan: sale(one, []) },
    ...mintsToSell(one, supply).map((data) => ({ one, plan: sale(one, [...opening(one), { ...one.call, data }]) })),
  ])
  const sold = await runTrades(
    { ...trade, budget },
    plans.map(({ plan }) => plan),
    'sales of new tokens',
  )
  let usual = 0n
  for (const [index, { one, plan }] of plans.entries()) {
    const result = sold[index] ?? null
    if (plan.before?.length === 0) usual = result?.quoteOut ?? 0n
    else if (result?.before.every((success) => success === true) && result.quoteOut !== null) {
      const drains = Number(((result.quoteOut - usual) * 10_000n) / trade.venue.pool.depth) / 100
      const known = harms.get(keyOf(one))
      if (drains > (known?.drains ?? 0)) harms.set(keyOf(one), { ...known, drains })
    }
  }
  return harms
}

/** The call by which the account lets itself in before the mint. */
function opening({ first }: AcceptedCall): Transaction[] {
  return first === undefined ? [] : [first.call]
}

/** A payment that is called cheap brings more than so many times its worth, at the price of the pool. */
const CHEAP = 10n

/** Whether its new tokens are worth much more in their pool than the coins that were paid for them. */
function isCheap({ trade, fixture: { pool } }: PrivilegesContext, { tried, before, after }: ObservedCall): boolean {
  const { value } = tried.way
  if (after === null) return false
  const venue = trade?.venue
  // Of a pool that was made for the test, the price says nothing.
  if (venue === undefined || venue.quoteStorage !== null || venue.pool.tokens === 0n || pool === null) return false
  if (trade !== null && trade.prelude.length > 0) return false
  const gained = (['holder', 'recipient', 'caller'] as const).map(
    (who) => (after.held[who] ?? 0n) - (before.held[who] ?? 0n),
  )
  const created = gained.reduce((most, one) => (one > most ? one : most), 0n)
  return created * venue.pool.depth > CHEAP * value * venue.pool.tokens
}

/** Returns the call for the caller's own account, also in lists: with several amounts, or as it is where it names none. */
function mintsToSell({ call, caller, way }: AcceptedCall, supply: bigint): Hex[] {
  const accounts = way.args.flatMap((arg) => arg.match(/0x[0-9a-f]{40}(?![0-9a-f])/gi) ?? [])
  const own = accounts.reduce(
    (data, account) => data.replaceAll(account.slice(2).toLowerCase(), caller.address.slice(2)),
    call.data as string,
  ) as Hex
  const { number } = way
  if (number === null) return [own]
  const amounts = SIZES.map((size) => (supply * size) / 100n).filter((amount) => amount >= MIN_AMOUNT)
  return number < MIN_AMOUNT ? [] : amounts.map((amount) => own.replace(word(number), word(amount)) as Hex)
}

/** Mints a few items more than the cap, where it is within reach: one call may mint only one. */
async function passed(
  context: PrivilegesContext,
  { cap, minting, harms }: { cap: bigint; minting: readonly ObservedCall[]; harms: Map<string, MintHarm> },
): Promise<void> {
  const { fixture, address } = context
  const left = fixture.supply === null ? -1n : cap - fixture.supply
  if (left < 0n || left >= MAX_PIECES) return
  const look = observeCall({ subject: address, caller: fixture.stranger, fixture })
  const attempts = minting.map(({ tried: { call } }) => {
    return { calls: [...Array.from({ length: Number(left) + 1 }, () => call), look] }
  })
  const outcomes = await execute(context, attempts, 'mints beyond a limit')
  for (const [index, { tried }] of minting.entries()) {
    const supply = readObservation(fixture, outcomes[index]?.at(-1))?.supply ?? 0n
    if (supply > cap) harms.set(keyOf(tried), { ...harms.get(keyOf(tried)), beyond: cap })
  }
}

function keyOf({ made, caller }: Pick<AcceptedCall, 'made' | 'caller'>): string {
  return `${made.selector} ${caller.address}`
}

async function statedCap({ chain, block, address, bytecode, signal }: PrivilegesContext): Promise<bigint | null> {
  const has = new Set(bytecode.functions.map(({ selector }) => selector))
  const reads = CAPS.filter((selector) => has.has(selector)).map((data) => ({ to: address, data }))
  const told = await readAggregate(chain, { block, reads }, signal)
  return told.map(wordAt).find((one) => one !== null && one > 0n) ?? null
}

/**
 * Returns emissions: mints of privileged callers that any account can trigger, without arguments and with the same result for a
 * stranger. No key controls such a mint, whatever account it pays. An immediate second call mints next to nothing, and a day
 * mints little. By the observed call.
 */
async function emissions(
  context: PrivilegesContext,
  minting: readonly ObservedCall[],
): Promise<ReadonlyMap<AcceptedCall, Pick<Capability, 'call' | 'emission'>>> {
  const { fixture, address } = context
  const stranger = strangerOf(context)
  const plain = minting.filter(({ tried: { way, first } }) => {
    return way.args.length === 0 && way.value === 0n && first === undefined
  })
  const look = observeCall({ subject: address, caller: fixture.stranger, fixture })
  const attempts = plain.map(({ tried }): Attempt => {
    const call = { ...tried.call, from: fixture.stranger }
    const calls = [look, call, look, call, look, call, look]
    return { calls, pause: { after: 5, seconds: DAY } }
  })
  const outcomes = await execute(context, attempts, 'effects of privileged calls')
  const found = new Map<AcceptedCall, Pick<Capability, 'call' | 'emission'>>()
  for (const [index, { tried, before, after }] of plain.entries()) {
    const [was, once, twice, later] = [0, 2, 4, 6].map((at) => {
      return readObservation(fixture, outcomes[index]?.[at])?.supply ?? null
    })
    if (was == null || once == null || twice == null || later == null || was === 0n || once <= was) continue
    const made = once - was
    const seen = (after?.supply ?? 0n) - (before.supply ?? 0n)
    const gained = (after?.held.caller ?? 0n) - (before.held.caller ?? 0n)
    const emission = Number(((later - twice) * 10_000n) / was) / 100
    if (seen > made || gained > made) continue
    const call = privilegedCall(context, { ...tried, caller: stranger })
    const isBounded = (twice - once) * AT_ONCE <= made && emission <= MAX_A_DAY
    found.set(tried, { call, ...(isBounded && { emission }) })
  }
  return found
}

/**
 * Returns what any account may book for a privileged one without a change of the supply: what melted of another balance since it was booked
 * last. The same call by a stranger brings that account as much, a second one at once next to nothing, and a day little.
 */
async function bookings(
  context: PrivilegesContext,
  minting: readonly ObservedCall[],
): Promise<ReadonlySet<AcceptedCall>> {
  const { fixture, address } = context
  const { supply } = fixture
  const gainOf = (before: Observation | null | undefined, after: Observation | null | undefined) =>
    (after?.held.caller ?? 0n) - (before?.held.caller ?? 0n)
  const silent = minting.filter(({ tried: { way, first }, before, after }) => {
    const isPlain = way.value === 0n && first === undefined && way.number === null && way.args.length > 0
    return isPlain && after !== null && before.supply === after.supply && gainOf(before, after) > 0n
  })
  const found = new Set<AcceptedCall>()
  if (silent.length === 0 || supply === null || supply === 0n) return found
  const attempts = silent.map(({ tried }): Attempt => {
    const look = observeCall({ subject: address, caller: tried.caller.address, fixture })
    const call = { ...tried.call, from: fixture.stranger }
    return { calls: [look, call, look, call, look, call, look], pause: { after: 5, seconds: DAY } }
  })
  const outcomes = await execute(context, attempts, 'effects of privileged calls')
  for (const [index, { tried, before, after }] of silent.entries()) {
    const [was, once, twice, later] = [0, 2, 4, 6].map((at) => readObservation(fixture, outcomes[index]?.[at]))
    if (!was || !once || !twice || !later) continue
    const [made, again, aDay] = [gainOf(was, once), gainOf(once, twice), gainOf(twice, later)]
    const isLittle = aDay * 100n <= supply * BigInt(MAX_A_DAY)
    if (made >= gainOf(before, after) && again * AT_ONCE <= made && isLittle) found.add(tried)
  }
  return found
}

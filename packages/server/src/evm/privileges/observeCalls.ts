import type { Address } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { addressAt, wordAt } from '../decode/callData.ts'
import { taxOf } from '../trade/swapLog.ts'
import { words } from '../trade/trader.ts'
import { partSelector } from './calls/cutWays.ts'
import { mayTouchTrading } from './calls/mayTouchTrading.ts'
import type { AcceptedCall } from './calls/tried.ts'
import { type Effect, effectsOf } from './effects.ts'
import { type Attempt, execute } from './execute.ts'
import { initialBalanceOf } from './initialBalance.ts'
import { type Observation, observeCall, readObservation } from './observation.ts'
import type { PrivilegesContext } from './privilegesContext.ts'
import { strangerOf } from './screen.ts'

/** Effects of one successful call, on its own. */
export type ObservedCall = {
  tried: AcceptedCall
  effects: Effect[]
  before: Observation
  /** Null when the subject no longer answers. */
  after: Observation | null
  /**
   * Tax of a transfer in percent; null when it does not arrive, or when there is nothing to transfer. The pair is null where no transfer was
   * made, since trades around the call are made whatever it showed, and where the call itself took what was to be sent.
   */
  transferTax: { before: number | null; after: number | null } | null
  /** Number of its logs. */
  emitted: number
  /** Accounts of the call that the subject allowed to take its tokens, by index of the asset. */
  allowances: { asset: number; spender: Address }[]
}

const GAS = 1_000_000n
/** keccak256 of Approval(address,address,uint256). */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/**
 * Makes each call alone, with observations before and after; then another account moves tokens, and where the call names the probe, a
 * stranger calls an unknown selector. `isTraded`: trades are made around the calls that `mayTouchTrading`, and tell more than a transfer.
 */
export async function observeCalls(
  context: PrivilegesContext,
  tried: readonly AcceptedCall[],
  { isTraded }: { isTraded: boolean } = { isTraded: false },
): Promise<ObservedCall[]> {
  const { fixture, address } = context
  const stranger = strangerOf(context)
  const probe = moveProbe(context)
  const isMoved = (one: AcceptedCall) => !isTraded || namesProbe(context, one) || !mayTouchTrading(context, one)
  const pokeOf = ({ way }: AcceptedCall): Transaction => {
    return { from: fixture.stranger, to: address, value: 0n, data: partSelector(way), gas: 300_000n }
  }
  const lookOf = (caller: Address) => observeCall({ subject: address, caller, fixture })
  // Before a call that pays nothing and follows none, its caller sees the same each time.
  const isPlain = ({ first, call }: AcceptedCall) => first === undefined && call.value === 0n
  const callers = [...new Set([stranger.address, ...tried.filter(isPlain).map(({ caller }) => caller.address)])]
  const plain: Attempt = {
    calls: [...callers.map(lookOf), ...probe, lookOf(stranger.address)],
    overrides: Object.fromEntries(callers.map((caller) => [caller, { balance: initialBalanceOf(caller) }])),
  }
  const attempts = tried.map((one): Attempt => {
    const look = lookOf(one.caller.address)
    const first = isPlain(one) ? [] : [...(one.first === undefined ? [] : [one.first.call]), look]
    // Code that only the probe has runs nowhere that it is not named.
    const moved = isMoved(one) ? [...probe, look] : []
    return { calls: [...first, one.call, look, ...moved, ...(namesProbe(context, one) ? [pokeOf(one)] : [])] }
  })
  const [usual = null, ...outcomes] = await execute(context, [plain, ...attempts], 'effects of privileged calls')
  const giftTax = (before: Observation | null, after: Observation | null) => {
    const arrived = before && after ? (after.held.recipient ?? 0n) - (before.held.recipient ?? 0n) : 0n
    return probe.length === 0 || arrived <= 0n ? null : taxOf(giftOf(context), arrived)
  }
  const seenBefore = new Map(callers.map((caller, at) => [caller, readObservation(fixture, usual?.[at])]))
  const start = seenBefore.get(stranger.address) ?? null
  const taxNow = giftTax(start, readObservation(fixture, usual?.[callers.length + probe.length]))
  // An unobserved effect is not known to be harmless.
  if (start === null) context.budget.note('effects of privileged calls')
  return tried.flatMap((one, index): ObservedCall[] => {
    const outcome = outcomes[index] ?? null
    if (outcome === null) return []
    /** Position of the call. */
    const at = isPlain(one) ? 0 : one.first === undefined ? 1 : 2
    const own = at === 0 ? seenBefore.get(one.caller.address) : readObservation(fixture, outcome[at - 1])
    if (!own) return []
    const [after, last] = [at + 1, at + 2 + probe.length].map((place) => readObservation(fixture, outcome[place]))
    const logs = outcome.slice(at).flatMap((step) => step.logs)
    const effects = effectsOf({
      before: own,
      after: after ?? null,
      subject: address,
      holder: fixture.holder,
      caller: one.caller.address,
      pool: fixture.pool,
      names: one.way.names,
      number: one.way.number,
      stranger: one.caller === stranger,
      paid: one.way.value,
      proxied: context.proxy !== null,
      logs: [...(outcome[at]?.logs ?? []), ...logs.filter(({ topics }) => topics.length === 1)],
    })
    const isGiven = isMoved(one) && !isEmptied(context, own, after ?? null)
    const transferTax = isGiven ? { before: taxNow, after: giftTax(after ?? null, last ?? null) } : null
    const allowances = allowancesIn(context, one, outcome[at]?.logs ?? [])
    const emitted = outcome[at]?.logs.length ?? 0
    return [{ tried: one, effects, before: own, after: after ?? null, transferTax, emitted, allowances }]
  })
}

/** Approvals of the subject's tokens for accounts that the caller may choose: made-up ones, and the caller. */
function allowancesIn(
  { fixture, address }: PrivilegesContext,
  { caller }: AcceptedCall,
  logs: readonly Log[],
): ObservedCall['allowances'] {
  const free = [fixture.holder, fixture.probe, caller.address]
  return logs.flatMap(({ address: token, topics: [topic, owner, named, tokenId], data }) => {
    const asset = fixture.assets.findIndex((one) => one.address === token)
    const spender = addressAt(named ?? null)
    const isGiven =
      topic === APPROVAL && addressAt(owner ?? null) === address && (tokenId !== undefined || (wordAt(data) ?? 0n) > 0n)
    return asset < 0 || !isGiven || spender === null || !free.includes(spender) ? [] : [{ asset, spender }]
  })
}

function namesProbe({ fixture }: PrivilegesContext, { call, first }: AcceptedCall): boolean {
  return [call, ...(first === undefined ? [] : [first.call])].some(({ data }) => data.includes(fixture.probe.slice(2)))
}

/** The holder transfers a part, or a marketplace moves its item. */
function moveProbe({ fixture, address, bytecode }: PrivilegesContext): Transaction[] {
  const { holder, recipient, depositor, amount, tokenId } = fixture
  const call = (from: typeof holder, data: Transaction['data']) => ({ from, to: address, value: 0n, data, gas: GAS })
  if (bytecode.standard === 'erc721' && tokenId !== null)
    return [
      call(holder, words('0xa22cb465', depositor, true)),
      call(depositor, words('0x23b872dd', holder, recipient, tokenId)),
    ]
  if (amount === 0n) return []
  return [call(holder, words('0xa9059cbb', recipient, giftOf({ fixture })))]
}

/** Whether the call left the holder less than is to be sent: what it did is an effect of its own, and stopped no transfer. */
function isEmptied(context: PrivilegesContext, before: Observation, after: Observation | null): boolean {
  if (context.bytecode.standard === 'erc721' || after === null) return false
  const [was, left, gift] = [before.held.holder, after.held.holder, giftOf(context)]
  return was !== null && left !== null && was >= gift && left < gift
}

function giftOf({ fixture: { amount } }: Pick<PrivilegesContext, 'fixture'>): bigint {
  return amount / 10n > 0n ? amount / 10n : amount
}

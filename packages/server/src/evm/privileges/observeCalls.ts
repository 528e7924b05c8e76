import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { taxOf } from '../trade/swapLog.ts'
import { words } from '../trade/trader.ts'
import type { AcceptedCall } from './calls/tried.ts'
import { type Effect, effectsOf } from './effects.ts'
import { type Attempt, execute } from './execute.ts'
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
  /** Tax of a transfer in percent; null when it does not arrive, or when there is nothing to transfer. */
  transferTax: { before: number | null; after: number | null }
}

const GAS = 1_000_000n
const UNKNOWN_SELECTOR = '0x01020305'

/** Makes each call alone, with observations before and after; then another account moves tokens and calls an unknown selector. */
export async function observeCalls(
  context: PrivilegesContext,
  tried: readonly AcceptedCall[],
): Promise<ObservedCall[]> {
  const { fixture, address } = context
  const probe = moveProbe(context)
  const poke: Transaction = { from: fixture.stranger, to: address, value: 0n, data: UNKNOWN_SELECTOR, gas: 300_000n }
  const attempt = (one: AcceptedCall | null): Attempt => {
    const look = observeCall({ subject: address, caller: one?.caller.address ?? fixture.stranger, fixture })
    const granted = one?.first === undefined ? [] : [one.first.call]
    return { calls: [...fixture.prelude, ...granted, look, one?.call ?? look, look, poke, ...probe, look] }
  }
  const outcomes = await execute(context, [null, ...tried].map(attempt), 'effects of privileged calls')
  /** Position of the first observation. */
  const startOf = (one: AcceptedCall | undefined) => fixture.prelude.length + (one?.first === undefined ? 0 : 1)
  const observed = (index: number) => {
    const outcome = outcomes[index]
    const first = startOf(tried[index - 1])
    const [before, after, last] = [first, first + 2, first + 4 + probe.length].map((at) =>
      readObservation(fixture, outcome?.[at]),
    )
    return before ? { before, after: after ?? null, last: last ?? null } : null
  }
  const taxAt = (one: ReturnType<typeof observed>) => {
    const arrived = one?.last && one.after ? (one.last.held.recipient ?? 0n) - (one.after.held.recipient ?? 0n) : 0n
    return probe.length === 0 || arrived <= 0n ? null : taxOf(giftOf(context), arrived)
  }
  const taxNow = taxAt(observed(0))
  // An unobserved effect is not known to be harmless.
  if (outcomes[0] && observed(0) === null) context.budget.note('effects of privileged calls')
  const stranger = strangerOf(context)
  return tried.flatMap((one, index) => {
    const seen = observed(index + 1)
    if (seen === null) return []
    const first = startOf(one)
    const logs = (outcomes[index + 1] ?? []).slice(first + 1).flatMap((outcome) => outcome.logs)
    const ownLogs = outcomes[index + 1]?.[first + 1]?.logs ?? []
    const shared = { ...seen, subject: address, holder: fixture.holder, caller: one.caller.address }
    const facts = {
      ...shared,
      pool: fixture.pool,
      names: one.way.names,
      number: one.way.number,
      stranger: one.caller === stranger,
      paid: one.way.value,
      proxied: context.proxy !== null,
    }
    const effects = effectsOf({ ...facts, logs: [...ownLogs, ...logs.filter(({ topics }) => topics.length === 1)] })
    const { before, after } = seen
    return [{ tried: one, effects, before, after, transferTax: { before: taxNow, after: taxAt(seen) } }]
  })
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

function giftOf({ fixture: { amount } }: Pick<PrivilegesContext, 'fixture'>): bigint {
  return amount / 10n > 0n ? amount / 10n : amount
}

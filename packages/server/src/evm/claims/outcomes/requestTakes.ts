import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ClaimTake } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { type Act, type OwnerQuestion, uniqueCalls } from '../callers/privilegedActs.ts'
import { exitCalls, idsAmong } from '../calls/exitCalls.ts'
import type { ClaimSources, claimRuns } from '../runs/claimRuns.ts'
import { depositTakes } from './depositTakes.ts'

const MAX_CALLERS = 3
const MAX_STARTERS = 2
const MAX_EXITS = 4
const EXIT_WAYS = 5
const GAS = 900_000n

/**
 * Executes the depositor's request as each privileged account, in the depositor's name and for its own account, then the calls that settle
 * requests, and the payment to that account. What the settling of a queue lets others take is a theft; the queue alone is none.
 */
export async function requestTakes(
  sources: Pick<ClaimSources, 'simulator'>,
  question: OwnerQuestion,
  {
    acts,
    settle,
    after,
  }: { acts: readonly Act[]; settle: readonly Transaction[]; after: ReturnType<typeof claimRuns> },
  signal: AbortSignal,
): Promise<ClaimTake[]> {
  const { account, values, exits, starters } = question
  const callers = [...new Map(acts.map((act) => [act.caller.candidate.address, act])).values()].slice(0, MAX_CALLERS)
  const begun = starters.slice(0, MAX_STARTERS)
  const requests = begun.map(({ data }) => data.slice(0, 10))
  // The request that is settled has the number that the depositor's own would have.
  const settled = settle.flatMap(({ data }) => data.slice(10).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
  const ids = [...new Set([...idsAmong(settled), 0n, ...values.ids])]
  const tried = callers.flatMap(({ caller, named, payer, pots }) => {
    const taker = caller.candidate.address
    const callOf = (data: Hex): Transaction => ({ from: taker, to: payer.address, value: 0n, data, gas: GAS })
    const paying = payer.functions
      .filter(({ selector }) => exits.some(({ to, data }) => to === payer.address && data.startsWith(selector)))
      .filter(({ selector }) => !requests.includes(selector))
    const paid = paying.slice(0, MAX_EXITS).flatMap((made) =>
      exitCalls(made, { ...values, ids, account: taker, called: null })
        .slice(0, EXIT_WAYS)
        .map(callOf),
    )
    return begun.flatMap((request): Act[] => {
      const made = payer.functions.find(({ selector }) => request.data.startsWith(selector))
      const own = requestsFor(request.data, account, taker).map(callOf)
      if (made === undefined || request.to !== payer.address || own.length === 0) return []
      return [{ caller, named, payer, pots, made, calls: uniqueCalls([...own, ...settle, ...paid]) }]
    })
  })
  return tried.length === 0 ? [] : depositTakes(sources, question, { acts: tried, after }, signal)
}

/** The request with each word that names the depositor replaced in turn by the taker: another word still names whose deposit it is. */
export function requestsFor(data: Hex, account: Address, taker: Address): Hex[] {
  const words: string[] = data.slice(10).match(/.{64}/g) ?? []
  const [own, other] = [account, taker].map((one) => one.slice(2).padStart(64, '0'))
  const places = words.flatMap((word, at) => (word === own ? [at] : []))
  if (other === undefined || places.length < 2) return []
  return places.map((place): Hex => `0x${data.slice(2, 10)}${words.with(place, other).join('')}`)
}

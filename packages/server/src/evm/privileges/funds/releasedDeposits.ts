import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { argumentPlan } from '../calls/argumentPlan.ts'
import { callOf } from '../calls/callOf.ts'
import type { Target } from '../holders/targets.ts'
import type { ObservedCall } from '../observeCalls.ts'
import { limitWithinBudget } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf, valuesFor } from '../screen.ts'
import { type Claim, fundsOf, observeSteps } from './claims.ts'

/** A deposit that is paid out after a privileged call: the result of a bet, the end of a sale. */
export type Release = { claim: Claim; steps: readonly (readonly Transaction[])[] }

const MAX_RELEASES = 8
const MAX_EXITS = 6
/** The largest outcome that is tried, and outcomes of one call. */
const MAX_OUTCOME = 10n
const MAX_OUTCOMES = 6
const MAX_WAYS = 4
const GAS = 1_000_000n
/** transfer(address,uint256). */
const TOKEN_TRANSFER = '0xa9059cbb'

/**
 * Finds, for deposits that the contract kept and no withdrawal pays back, a privileged call after which one does. Such a deposit is the
 * user's, and no purchase.
 */
export async function releasedDeposits(
  context: PrivilegesContext,
  subject: Target,
  claims: readonly Claim[],
  observed: readonly ObservedCall[],
): Promise<Release[]> {
  const stranger = strangerOf(context)
  const kept = claims
    .filter((claim) => claim.withdrawal === null && claim.kept)
    .map((claim) => ({ claim, exits: exitsOf(context, subject, claim) }))
    .filter(({ exits }) => exits.length > 0)
  if (kept.length === 0) return []
  const privileged = observed.filter(({ tried }) => tried.caller !== stranger && tried.first === undefined)
  const made = [
    ...new Map(privileged.map(({ tried }) => [`${tried.caller.address} ${tried.made.selector}`, tried])).values(),
  ]
  const looked = limitWithinBudget(context, made, { max: MAX_RELEASES, what: 'withdrawals of deposits' })
  const calls = looked.flatMap(({ target, made, caller, call }) => {
    // An outcome is often a small number, and once it is set no other one is accepted.
    const small = argumentPlan(made, valuesFor(context, target, caller.address)).filter(
      ({ number }) => number !== null && number <= MAX_OUTCOME,
    )
    return [call, ...small.slice(0, MAX_OUTCOMES).map((way) => callOf(target, caller, way))]
  })
  const releases = [...new Map(calls.map((one) => [`${one.from} ${one.data}`, one])).values()]
  const found: Release[] = []
  for (const { claim, exits } of kept) {
    const ways = releases.map((call): Release['steps'] => [[call], exits])
    const seen = await observeSteps(
      context,
      ways.map((steps) => [claim.deposit, ...steps]),
      'withdrawals of deposits',
    )
    const steps = ways.find((_, at) => {
      const [, before, , after] = seen[at] ?? []
      if (!before || !after) return false
      return (fundsOf(after, claim.asset).caller - fundsOf(before, claim.asset).caller) * 2n >= claim.paid
    })
    if (steps !== undefined) found.push({ claim, steps })
  }
  return found
}

/** Open functions that send the asset, as the depositor may call them. */
function exitsOf(
  { fixture, address }: PrivilegesContext,
  { functions }: Target,
  { asset, paid }: Claim,
): Transaction[] {
  const { depositor, assets } = fixture
  const contracts = assets.slice(asset ?? 0, (asset ?? 0) + 1).map((one) => one.address)
  const values = {
    holder: depositor,
    caller: depositor,
    pool: null,
    others: [],
    contracts,
    amounts: [paid],
    tokenId: null,
  }
  return functions
    .filter(({ gated, mutability, asks, sendsNative }) => {
      const pays = asset === null ? sendsNative : asks.includes(TOKEN_TRANSFER)
      return !gated && mutability !== 'view' && mutability !== 'pure' && pays
    })
    .slice(0, MAX_EXITS)
    .flatMap((made) => argumentPlan(made, values).slice(0, MAX_WAYS))
    .map(({ data }) => ({ from: depositor, to: address, value: 0n, data, gas: GAS }))
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { SimulationUnavailable } from '../../simulation/simulator.ts'
import { words } from '../../trade/trader.ts'
import { argumentPlan } from '../calls/argumentPlan.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import { ASSET_AMOUNT } from '../fixture.ts'
import type { Target } from '../holders/targets.ts'
import { initialBalanceOf } from '../initialBalance.ts'
import { observeCall, readObservation } from '../observation.ts'
import type { ObservedCall } from '../observeCalls.ts'
import { limitWithinBudget, privilegedCall } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { PROBE_TOPIC } from '../probes.ts'
import { strangerOf, valuesFor } from '../screen.ts'
import { type Claim, fundsOf, observeSteps, runSteps } from './claims.ts'
import { drained, isPaidElsewhere, reached } from './drainedFunds.ts'
import { isExchanged } from './exchangedFunds.ts'
import { hiddenPayee } from './hiddenPayee.ts'
import { isOwnAsset, takesItsOwn } from './ownAssets.ts'
import { partsOf, potWays } from './potWays.ts'
import { type Release, releasedDeposits } from './releasedDeposits.ts'
import { takenFromParties } from './takenFromParties.ts'

const MAX_DRAINS = 8
const MAX_EXITS = 24
const GAS = 1_000_000n
/** Bytes, or a signature in parts (v, r, s), whose types code alone does not tell from numbers. */
const LOCKED = /\bbytes|\buint8,(uint256|bytes32),(uint256|bytes32)/
/** transfer(address,uint256). */
const TOKEN_TRANSFER = '0xa9059cbb'
const TRANSFER_FROM = '0x23b872dd'

/**
 * Judges calls that take funds out of the contract: others' funds, when an earlier depositor can no longer withdraw; otherwise
 * only unowned funds (sent by mistake, fees, proceeds).
 */
export async function findWithdrawals(
  context: PrivilegesContext,
  observedCalls: readonly ObservedCall[],
  claims: readonly Claim[],
  subject: Target,
): Promise<Capability[]> {
  const suspicious = limitWithinBudget(
    context,
    firstOfEach(observedCalls.filter((one) => reached(one).length > 0 && !isOwn(one, claims))),
    { max: MAX_DRAINS, what: 'withdrawals of deposits' },
  )
  const open = await unprotectedWithdrawals(context, suspicious)
  const drains = suspicious.map((one) => ({ ...one, tried: open.get(one) ?? one.tried }))
  const stranger = strangerOf(context)
  const pairs = drains.flatMap((drain) =>
    reached(drain).flatMap((asset) => {
      const claim = claims.find((one) => one.asset === asset && one.withdrawal !== null) ?? null
      return [{ drain, asset, claim }]
    }),
  )
  const tested = pairs.filter(({ claim }) => claim !== null)
  const unpaid = claims.filter(({ asset }) => pairs.some((one) => one.asset === asset && one.claim === null))
  const released = await stolenReleases(context, pairs, await releasedDeposits(context, subject, unpaid, observedCalls))
  const parties = await takenFromParties(context, { subject, observedCalls }, pairs)
  const own = await Promise.all(pairs.map(({ drain, asset }) => takesItsOwn(context, drain, asset)))
  const signed = await signedWithdrawals(context, unpaid)
  const seen = await observeSteps(
    context,
    tested.map(({ drain, claim }) => {
      if (claim === null || claim.withdrawal === null) return []
      return [claim.deposit, everything(context, drain, claim), [claim.withdrawal]]
    }),
    'withdrawals of deposits',
  )
  const exits = await costlyExits(context, observedCalls, claims)
  const exchanged = await Promise.all(
    tested.map(({ claim }, index) => {
      const [, , after, last] = seen[index] ?? []
      return claim !== null && after && last ? isExchanged(context, { claim, after, last }) : false
    }),
  )
  const payees = new Map<(typeof pairs)[number], Address>()
  for (const pair of pairs) {
    const payee = isPaidElsewhere(context, pair.drain, pair.asset)
      ? await hiddenPayee(context, pair.drain, pair.asset)
      : null
    if (payee !== null) payees.set(pair, payee)
  }
  const withdrawn = pairs.flatMap((pair, index): Capability[] => {
    const { drain, asset, claim } = pair
    if (own[index]) return []
    const call = privilegedCall(context, drain.tried)
    const payee = payees.get(pair)
    const elsewhere = isPaidElsewhere(context, drain, asset) && {
      paidElsewhere: true as const,
      ...(payee !== undefined && { hiddenPayee: payee }),
    }
    const stolen = released[index] ?? null
    // Funds that any account may take are no privilege.
    const isOpen = pairs.some(
      (one) =>
        one.asset === asset &&
        one.drain.tried.caller === stranger &&
        one.drain.tried.made.selector === drain.tried.made.selector,
    )
    if (stolen !== null && !isOpen)
      return [{ kind: 'withdraw-others-funds', call, state: 'effective', shown: stolen, ...elsewhere }]
    const party = parties[index] ?? null
    if (party !== null && claim === null && !isOpen) {
      const shown = `${party} paid it in, and the call pays it to an account of the caller’s choice: ${shownOf(drain, asset)}`
      return [{ kind: 'withdraw-others-funds', call, state: 'effective', shown }]
    }
    if (payee !== undefined && claim === null && drain.tried.caller === stranger)
      return [{ kind: 'withdraw-working-assets', call, state: 'effective', shown: shownOf(drain, asset), ...elsewhere }]
    const isOwn = payee !== undefined || isOwnAsset(context, asset, claims)
    const shownRescue = `${shownOf(drain, asset)}; ${claim === null && isOwn ? 'whose they are was not shown' : 'no deposit was lessened'}`
    const kind = isOwn ? 'withdraw-working-assets' : 'foreign-token-rescue'
    const rescued: Capability[] =
      drain.tried.caller === stranger || !drained(drain).includes(asset)
        ? []
        : [
            {
              kind,
              call,
              state: 'effective',
              shown: shownRescue,
              ...elsewhere,
              ...(isOwn && claim !== null && { leavesDeposits: true }),
            },
          ]
    if (claim === null) return signed.has(asset) && drain.tried.caller !== stranger ? [unpaidDeposits(call)] : rescued
    const at = tested.findIndex((one) => one.drain === drain && one.asset === asset)
    const [, before, after, last] = seen[at] ?? []
    if (!before || !after || !last || exchanged[at]) return rescued
    const back = fundsOf(last, asset).caller - fundsOf(after, asset).caller
    if (back * 2n >= claim.paid) return rescued
    const shown = `a newcomer paid in ${claim.paid}; the contract's funds went ${fundsOf(before, asset).subject} → ${fundsOf(after, asset).subject}; then the newcomer's withdrawal brought ${back > 0n ? back : 0n}`
    return [{ kind: 'withdraw-others-funds', call, state: 'effective', shown, ...elsewhere }]
  })
  return [...withdrawn, ...exits]
}

/** For each pair, how a call takes what a release would have paid its depositor; null: it does not, or nothing releases it. */
async function stolenReleases(
  context: PrivilegesContext,
  pairs: readonly { drain: ObservedCall; asset: number | null }[],
  releases: readonly Release[],
): Promise<(string | null)[]> {
  const asked = pairs.map(({ asset }) => releases.find(({ claim }) => claim.asset === asset) ?? null)
  const seen = await observeSteps(
    context,
    pairs.map(({ drain }, index) => {
      const release = asked[index]
      if (!release) return []
      return [release.claim.deposit, everything(context, drain, release.claim), ...release.steps]
    }),
    'withdrawals of deposits',
  )
  return pairs.map(({ asset }, index) => {
    const release = asked[index]
    const [, before, after, , last] = seen[index] ?? []
    if (!release || !before || !after || !last) return null
    const back = fundsOf(last, asset).caller - fundsOf(after, asset).caller
    if (back * 2n >= release.claim.paid) return null
    return `a newcomer paid in ${release.claim.paid}, which another call of a privileged account releases; the contract's funds went ${fundsOf(before, asset).subject} → ${fundsOf(after, asset).subject}; then the newcomer got ${back > 0n ? back : 0n}`
  })
}

/** A power over deposits whose own withdrawal could not be executed. */
function unpaidDeposits(call: Capability['call']): Capability {
  const shown =
    'it takes what depositors paid in; only a signature or a secret opens their withdrawal, which was not executed'
  return { kind: 'withdraw-others-funds', call, state: 'potential', shown }
}

/**
 * Assets whose deposits the contract records by their amount, and pays out by a function that no trial opens: it asks for bytes,
 * a signature or a secret. Without such a function a recorded payment may be a purchase.
 */
async function signedWithdrawals(context: PrivilegesContext, claims: readonly Claim[]): Promise<Set<number | null>> {
  const { simulator, block, fixture, bytecode, address, signal, budget } = context
  const locked = bytecode.functions.filter(
    ({ gated, mutability, arguments: list }) => !gated && mutability === 'nonpayable' && LOCKED.test(list),
  )
  const found = new Set<number | null>()
  for (const { asset, deposit, paid, kept, withdrawal } of claims) {
    const pays = locked.some(({ sendsNative, asks }) => (asset === null ? sendsNative : asks.includes(TOKEN_TRANSFER)))
    if (withdrawal !== null || !kept || !pays) continue
    if (!budget.take(1, 'deposits')) break
    const stateOverrides = {
      ...fixture.overrides,
      [fixture.depositor]: { balance: initialBalanceOf(fixture.depositor) + paid },
    }
    const sequence = { blocks: [{ calls: deposit }], stateOverrides }
    const diffs = await simulator.stateDiffs({ block, sequence, signal }).catch((error: unknown) => {
      if (!(error instanceof SimulationUnavailable)) throw error
      budget.fail('deposits', error)
      return null
    })
    if (diffs === null) break
    const words = Object.values(diffs.at(-1)?.[address]?.storage ?? {})
    if (words.some(({ before, after }) => BigInt(after) - BigInt(before) === paid)) found.add(asset)
  }
  return found
}

/** Whether a known account takes out its own deposit, as any depositor may. */
function isOwn({ tried, before, after }: ObservedCall, claims: readonly Claim[]): boolean {
  if ((before.held.caller ?? 0n) > (after?.held.caller ?? before.held.caller ?? 0n)) return true
  return claims.some(({ withdrawal }) => withdrawal?.data.startsWith(tried.made.selector) === true)
}

/** Finds calls that take nothing by themselves, but after which a withdrawal returns little: the rest goes elsewhere, or nowhere. */
async function costlyExits(
  context: PrivilegesContext,
  observedCalls: readonly ObservedCall[],
  claims: readonly Claim[],
): Promise<Capability[]> {
  const stranger = strangerOf(context)
  const idle = observedCalls.filter((one) => one.tried.caller !== stranger && reached(one).length === 0)
  const pairs = claims.flatMap((claim) => {
    const { withdrawal } = claim
    if (withdrawal === null) return []
    const looked = limitWithinBudget(context, idle, { max: MAX_EXITS, what: 'withdrawals of deposits' })
    return looked.map(({ tried }) => ({ claim, tried, withdrawal }))
  })
  const seen = await runSteps(
    context,
    pairs.map(({ claim, tried, withdrawal }) => [claim.deposit, [tried.call], [withdrawal]]),
    'withdrawals of deposits',
  )
  return pairs.flatMap(({ claim, tried }, index): Capability[] => {
    const [, , { seen: before = null } = {}, { seen: after = null, logs = [] } = {}] = seen[index] ?? []
    if (before === null || after === null) return []
    if (logs.some(({ address, topics }) => address === context.address && topics[0] === PROBE_TOPIC)) {
      const call = privilegedCall(context, tried)
      const shown = 'afterwards a withdrawal ran the code of the address in the call as the contract’s own'
      return [{ kind: context.proxy === null ? 'settable-delegate' : 'upgrade', call, state: 'effective', shown }]
    }
    const [own, left] = [before, after].map((one) => fundsOf(one, claim.asset))
    if (own === undefined || left === undefined) return []
    const back = left.caller - own.caller
    if (back * 2n >= claim.paid) return []
    // Nothing left the contract, so withdrawals are halted for now.
    const kind = left.subject < own.subject ? 'withdraw-others-funds' : 'pause'
    const brought = back > 0n ? back : 0n
    const shown = `a newcomer paid in ${claim.paid}, and after the call the withdrawal brought ${brought}`
    return [{ kind, call: privilegedCall(context, tried), state: 'effective', shown }]
  })
}

/** The call in all its ways, for all funds present after a newcomer's deposit, and what its allowances then let others take. */
function everything(
  context: PrivilegesContext,
  { tried, allowances }: ObservedCall,
  { asset, paid }: Claim,
): Transaction[] {
  const { fixture, address } = context
  const { target, made, caller, call } = tried
  const token = asset === null ? undefined : fixture.assets[asset]
  const held = token === undefined ? fixture.native : token.held || ASSET_AMOUNT
  const values = valuesFor(context, target, caller.address)
  const parts = partsOf(held, paid)
  const spenders = [...new Set(allowances.flatMap((one) => (one.asset === asset ? [one.spender] : [])))]
  if (token !== undefined && spenders.length > 0) {
    // The last allowance counts.
    const allowing = potWays(made, values, parts.slice(0, 1)).map(({ data }) => ({ ...call, data, gas: GAS }))
    const pulls = spenders.flatMap((spender) =>
      parts.map(
        (part): Transaction => ({
          from: spender,
          to: token.address,
          value: 0n,
          data: words(TRANSFER_FROM, address, spender, part),
          gas: GAS,
        }),
      ),
    )
    return [call, ...allowing, ...pulls]
  }
  const all = potWays(made, values, parts)
  const ways = argumentPlan(made, { ...values, amounts: [...parts, ...values.amounts] })
  return [
    ...all.map(({ data }) => ({ ...call, data, gas: GAS })),
    ...ways.map(({ data }) => ({ ...call, data, gas: GAS })),
    call,
  ]
}

function shownOf({ before, after }: ObservedCall, asset: number | null): string {
  const [was, is] = [before, after].map((seen) => (seen === null ? 0n : fundsOf(seen, asset).subject))
  return `${asset === null ? 'native coin' : 'tokens'} of the contract ${was} → ${is}`
}

function firstOfEach(observedCalls: readonly ObservedCall[]): ObservedCall[] {
  const key = ({ tried }: ObservedCall) => `${tried.target.address} ${tried.made.selector} ${tried.caller.address}`
  const seen = new Map<string, ObservedCall>()
  for (const one of observedCalls) {
    const before = seen.get(key(one))
    if (before === undefined || reached(one).length > reached(before).length) seen.set(key(one), one)
  }
  return [...seen.values()]
}

/**
 * Of withdrawals by known accounts, returns those that pay a stranger as much, with the stranger as the caller. A withdrawal open
 * to any account (a router's refunds) says nothing about the contract's deployer.
 */
async function unprotectedWithdrawals(
  context: PrivilegesContext,
  drains: readonly ObservedCall[],
): Promise<ReadonlyMap<ObservedCall, AcceptedCall>> {
  const { fixture, address } = context
  const stranger = strangerOf(context)
  const known = drains.filter(({ tried }) => tried.caller !== stranger && tried.first === undefined)
  const asked = known.map(({ tried }): AcceptedCall => {
    const data = tried.call.data.replaceAll(tried.caller.address.slice(2), fixture.stranger.slice(2)) as Hex
    const call: Transaction = { ...tried.call, from: fixture.stranger, data }
    return { ...tried, caller: stranger, call, way: { ...tried.way, data } }
  })
  const look = observeCall({ subject: address, caller: fixture.stranger, fixture })
  const attempts = asked.map(({ call }): Attempt => ({ calls: [look, call, look] }))
  const outcomes = await execute(context, attempts, 'withdrawals by anyone')
  const open = new Map<ObservedCall, AcceptedCall>()
  for (const [index, one] of known.entries()) {
    const [before, after] = [0, 2].map((at) => readObservation(fixture, outcomes[index]?.[at]))
    const tried = asked[index]
    if (!before || !after || tried === undefined) continue
    const taken = drained({ before, after })
    if (drained(one).every((asset) => taken.includes(asset))) open.set(one, tried)
  }
  return open
}

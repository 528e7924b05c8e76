import type { Address } from '@redoubt/risk/address.ts'
import type { Capability, OwnerSwitch, PrivilegedAccount, PrivilegedCall } from '@redoubt/risk/facts/privileges.ts'
import { privilegedAccount } from '../bytecode/proxy/privilegedAccount.ts'
import { createBudget } from '../trade/budget.ts'
import { freshAccount } from '../trade/freshAccounts.ts'
import { atMost } from './atMost.ts'
import { chooseWays } from './calls/choose.ts'
import type { Tried } from './calls/tried.ts'
import { isNobody } from './effects.ts'
import { shownCapabilities, tradeCapabilities } from './findCapabilities.ts'
import { firstOfEach } from './firstOfEach.ts'
import { makeFixture } from './fixture.ts'
import { armedDrains } from './funds/armedDrains.ts'
import { findClaims } from './funds/claims.ts'
import { findWithdrawals } from './funds/findWithdrawals.ts'
import { forgedPermits } from './funds/forgedPermits.ts'
import { keptPayments } from './funds/keptPayments.ts'
import { seizedItems } from './funds/seizedItems.ts'
import { selfdestructs } from './funds/selfdestructs.ts'
import { gatherCallers } from './holders/gatherCallers.ts'
import { hiddenOwners } from './holders/hiddenOwners.ts'
import type { Target } from './holders/targets.ts'
import { createdTokens } from './minting/createdTokens.ts'
import { type MintHarm, mintHarms } from './minting/mintHarms.ts'
import { observeCalls } from './observeCalls.ts'
import type { PrivilegesContext } from './privilegesContext.ts'
import type { Privileges, PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'
import { screen, strangerOf } from './screen.ts'
import { delayedSwitches } from './switches/delayedSwitches.ts'
import { exemptCallers } from './switches/exemptCallers.ts'
import { findSwitches } from './switches/findSwitches.ts'
import { takeBacks } from './takeBacks.ts'

/** Limit of executed sequences, and milliseconds after which no new one starts. */
const MAX_RUNS = 400
const MAX_MILLISECONDS = 3_000
const MAX_WITNESSED = 140
const MAX_PRIVILEGED = 24
const WAYS = { privileged: 8, stranger: 3 }

/**
 * Gathers the privileges over a contract and their effects: each such call is executed on a fork, by accounts that may make it
 * and by a stranger. Parts that the budget cut off are named.
 * @throws SimulationUnavailable when nothing could be executed, and when the network cannot be read.
 */
export async function gatherPrivileges(
  { maxMs = MAX_MILLISECONDS, ...sources }: PrivilegesSources & { maxMs?: number },
  request: PrivilegesRequest,
  signal: AbortSignal,
): Promise<Privileges> {
  const { block, address } = request
  const fresh = (name: string) => freshAccount(block.hash, address, name)
  const budget = createBudget(MAX_RUNS, maxMs)
  const [fixture, { subject, own, targets, insiders }] = await Promise.all([
    makeFixture({ ...sources, ...request, fresh, signal }),
    gatherCallers(sources, request, budget, signal),
  ])
  const context: PrivilegesContext = { ...sources, ...request, fixture, budget, signal, fresh, insiders }

  const { tried, closed } = await screen(context, targets)
  const observedCalls = await observeCalls(context, worthALook(context, tried))
  const claims = await findClaims(context, subject)
  const [found, mints] = [await findSwitches(context, subject, observedCalls), await mintHarms(context, observedCalls)]
  const flips = await exemptCallers(context, found)
  const delayed = await delayedSwitches(context, { tried, closed, flips })
  const [taken, forged, seized, withdrawn, kept, ended, created, armed] = await Promise.all([
    takeBacks(context, subject, observedCalls),
    forgedPermits(context),
    seizedItems(context, subject),
    findWithdrawals(context, observedCalls, claims),
    keptPayments(context, claims, observedCalls),
    selfdestructs(context, observedCalls),
    createdTokens(context, subject),
    armedDrains(context, subject, tried),
  ])
  const capabilities = firstOfEach([
    ...withHarm(shownCapabilities(context, observedCalls), mints),
    ...tradeCapabilities(context, flips),
    ...[...taken, ...forged, ...seized, ...withdrawn, ...kept, ...ended, ...created, ...armed],
  ])
  const switches = worst([...flips.flatMap(({ switched }) => switched ?? []), ...delayed])
  const calls = [...capabilities.map(({ call }) => call), ...switches.flatMap((one) => one.calls)]
  return {
    privileged: await describePrivileged(context, targets, own, [...calls, ...tried.flatMap(callerOf)]),
    switches,
    capabilities: withPast(capabilities, hiddenOwners(subject, capabilities, switches)),
    budget: budget.report(),
    failure: budget.failure(),
  }
}

/** Adds the harm of minting, where it was tried. */
function withHarm(capabilities: readonly Capability[], mints: ReadonlyMap<string, MintHarm>): Capability[] {
  return capabilities.map((one) => {
    const harm = one.kind === 'mint' ? mints.get(`${one.call.selector} ${one.call.caller}`) : undefined
    return harm === undefined ? one : { ...one, ...harm }
  })
}

/**
 * Adds the past of former owners. A former owner that may still sweep fees only has a role; this past matters for callers that
 * act as an owner.
 */
function withPast(capabilities: readonly Capability[], hidden: readonly Capability[]): Capability[] {
  const owners = new Set(hidden.map(({ call }) => call.caller))
  const told = capabilities.map((one): Capability => {
    const { call, kind } = one
    if (call.callerRole !== 'former-owner' || kind === 'take-back' || owners.has(call.caller)) return one
    return { ...one, call: { ...call, callerRole: 'role' } }
  })
  return [...told, ...hidden]
}

/** Returns a few ways of each function and caller. */
function worthALook(context: PrivilegesContext, tried: readonly Tried[]): Tried[] {
  const stranger = strangerOf(context)
  const groups = Map.groupBy(
    tried,
    ({ target, made, caller }) => `${target.address} ${made.selector} ${caller.address}`,
  )
  const chosen = [...groups.values()].flatMap((ways) =>
    chooseWays(ways, ways[0]?.caller === stranger ? WAYS.stranger : WAYS.privileged),
  )
  return [...atMost(context, chosen, { most: MAX_WITNESSED, what: 'effects of privileged calls' })]
}

/** Returns the caller of a call that passed a gate. */
function callerOf({ caller, made }: Tried): Pick<PrivilegedCall, 'caller' | 'callerRole'>[] {
  return made.gated ? [{ caller: caller.address, callerRole: caller.role }] : []
}

/** Describes the accounts that the subject names, and the callers whose calls succeeded where a stranger's would not. */
async function describePrivileged(
  { chain, block, signal, insiders: unlisted }: PrivilegesContext,
  targets: readonly Target[],
  own: readonly Target[],
  calls: readonly Pick<PrivilegedCall, 'caller' | 'callerRole'>[],
): Promise<PrivilegedAccount[]> {
  const acted = new Set<Address>(calls.flatMap(({ caller, callerRole }) => (callerRole === 'stranger' ? [] : [caller])))
  const known = own.flatMap(({ candidates }) => candidates.filter((one) => one.named || acted.has(one.address)))
  const named = known.toSorted((a, b) => Number(b.named) - Number(a.named))
  const others = targets.flatMap(({ candidates, fixed }) => [
    ...candidates.filter(({ address }) => acted.has(address)).toSorted((a, b) => Number(b.named) - Number(a.named)),
    ...fixed.filter((one) => acted.has(one)).map((one) => ({ address: one, by: 'an address in its code' })),
  ])
  const secret = unlisted.filter(({ address }) => acted.has(address))
  const accounts = new Map<string, { address: Address; by: string }>()
  for (const one of [...named, ...others, ...secret]) {
    const key = isNobody(BigInt(one.address)) ? `${one.address} ${one.by}` : one.address
    if (!accounts.has(key)) accounts.set(key, one)
  }
  return Promise.all(
    [...accounts.values()]
      .slice(0, MAX_PRIVILEGED)
      .map(({ address, by }) => privilegedAccount(chain, { block, address, by }, signal)),
  )
}

const SEVERITY = { 'stops-sales': 3, siphons: 2, 'stops-transfers': 1, 'raises-tax': 0 } as const

/** Returns the worst effect of the same functions, on all accounts and on an account of the caller's choice. */
function worst(switches: readonly OwnerSwitch[]): OwnerSwitch[] {
  const found = new Map<string, OwnerSwitch>()
  for (const one of switches) {
    const key = `${one.hits} ${one.calls.map(({ to, selector, caller }) => `${to} ${selector} ${caller}`).join()}`
    const known = found.get(key)
    if (known === undefined || badness(one) > badness(known)) found.set(key, one)
  }
  return [...found.values()]
}

function badness({ effect, after }: OwnerSwitch): number {
  return SEVERITY[effect] * 1_000 + Math.max(after.buyTax ?? 0, after.transferTax ?? 0, after.sellTax ?? 0)
}

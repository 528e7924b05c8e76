import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { Capability, OwnerSwitch, PrivilegedAccount, PrivilegedCall } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { privilegedAccount } from '../bytecode/proxy/privilegedAccount.ts'
import { countWork } from '../simulation/countWork.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { createBudget } from '../trade/tradeContext.ts'
import { words } from '../trade/trader.ts'
import { announcedCut } from './announcedCuts.ts'
import { isUnnamed } from './calls/ordinaryCalls.ts'
import { chooseWays } from './calls/relevance.ts'
import type { AcceptedCall } from './calls/tried.ts'
import { isBurnAddress } from './effects.ts'
import { execute } from './execute.ts'
import { observedCapabilities, tradeCapabilities } from './findCapabilities.ts'
import { makeFixture } from './fixture.ts'
import { findClaims } from './funds/claims.ts'
import { findWithdrawals } from './funds/findWithdrawals.ts'
import { seizedItems, someItem, unrecoverablePayments } from './funds/seizedItems.ts'
import { soldItemSigners } from './funds/soldItemSigners.ts'
import { switchActivatedDrains } from './funds/switchActivatedDrains.ts'
import type { Candidate } from './holders/candidate.ts'
import { executedAccount } from './holders/commandingKey.ts'
import { gatherCallers } from './holders/gatherCallers.ts'
import type { Target } from './holders/targets.ts'
import { createdTokens } from './minting/createdTokens.ts'
import { type MintHarm, mintHarms } from './minting/mintHarms.ts'
import { overflowMints } from './minting/overflowMints.ts'
import { observeCall, readObservation } from './observation.ts'
import { type ObservedCall, observeCalls } from './observeCalls.ts'
import { ownershipReclaims } from './ownershipReclaims.ts'
import { firstOfEach, limitWithinBudget, privilegedCall } from './privilegedCall.ts'
import type { PrivilegesContext } from './privilegesContext.ts'
import type { Privileges, PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'
import { raisedPayments } from './repeats/raisedPayments.ts'
import { redirectedPayouts } from './repeats/redirectedPayouts.ts'
import { repeatedPayments } from './repeats/repeatedPayments.ts'
import { screen, strangerOf } from './screen.ts'
import { forgedSignatures } from './signatures/forgedSignatures.ts'
import { delayedSwitches } from './switches/delayedSwitches.ts'
import { exemptCallers } from './switches/exemptCallers.ts'
import { baselineTrade, findSwitches } from './switches/findSwitches.ts'
import { lockedItems } from './switches/lockedItems.ts'

/** Privileges of owners: an account with one of them is an owner, even where `owner()` answers the zero address. */
const OWNERLY = new Set<Capability['kind']>([
  ...([
    'mint',
    'burn-from-others',
    'balance-write',
    'withdraw-others-funds',
    'settable-delegate',
    'selfdestruct',
  ] as const),
])

/** These too, where they harm trading: lowering a fee, as a marketing wallet often may, harms no trader. */
const OF_TRADING = new Set<Capability['kind']>(['pause', 'blacklist', 'tax-change', 'limit-change'])

const MAX_TRACED = 3

/** permit(address,address,uint256,uint256,uint8,bytes32,bytes32) of EIP-2612. */
const PERMIT = '0xd505accf'

const GAS = 1_000_000n

const NEVER = 2n ** 64n

/** Limit of executed sequences. */
const MAX_RUNS = 400
const MAX_WITNESSED = 140
const MAX_PRIVILEGED = 24
const WAYS = { privileged: 8, stranger: 3 }

/**
 * Gathers the privileges over a contract and their effects: each such call is executed on a fork, by accounts that may make it
 * and by a stranger. Parts that the budget cut off are named.
 * @throws SimulationUnavailable when nothing could be executed, and when the network cannot be read.
 */
export async function gatherPrivileges(
  given: PrivilegesSources,
  request: PrivilegesRequest,
  signal: AbortSignal,
): Promise<Privileges> {
  const { block, address } = request
  const fresh = (name: string) => freshAccount(block.hash, address, name)
  const budget = createBudget(MAX_RUNS)
  const sources = { ...given, simulator: countWork(given.simulator, budget.burn) }
  const [fixture, { subject, own, targets, insiders }] = await Promise.all([
    makeFixture({ ...sources, ...request, fresh, signal }),
    gatherCallers(sources, request, budget, signal),
  ])
  const context: PrivilegesContext = { ...sources, ...request, fixture, budget, signal, fresh, insiders }

  const usual = await baselineTrade(context)
  const { tried, closed } = await screen(context, targets)
  const observedCalls = await observeCalls(context, worthALook(context, tried), { isTraded: usual !== null })
  const claims = await findClaims(context, subject)
  const [found, mints] = [
    await findSwitches(context, subject, observedCalls, usual),
    await mintHarms(context, observedCalls),
  ]
  const flips = await exemptCallers(context, found)
  const delayed = await delayedSwitches(context, { tried, closed, flips, observedCalls })
  const item = await someItem(context)
  const locked = await lockedItems(context, item, { tried, observedCalls })
  const [
    taken,
    forged,
    seized,
    withdrawn,
    kept,
    ended,
    created,
    armed,
    repeated,
    risen,
    redirected,
    unsigned,
    overflowed,
    outliving,
  ] = await Promise.all([
    ownershipReclaims(context, subject, observedCalls),
    forgedPermits(context),
    seizedItems(context, { subject, item }, tried),
    findWithdrawals(context, observedCalls, claims, subject),
    unrecoverablePayments(context, claims, observedCalls),
    selfdestructs(context, observedCalls),
    createdTokens(context, subject),
    switchActivatedDrains(context, subject, tried),
    repeatedPayments(context),
    raisedPayments(context, subject),
    redirectedPayouts(context),
    forgedSignatures(context),
    overflowMints(context),
    soldItemSigners(context, subject),
  ])
  const capabilities = firstOfEach([
    ...withHarm(observedCapabilities(context, observedCalls), mints),
    ...tradeCapabilities(context, flips),
    ...[
      ...taken,
      ...forged,
      ...seized,
      ...withdrawn,
      ...kept,
      ...ended,
      ...created,
      ...armed,
      ...repeated,
      ...risen,
      ...redirected,
      ...unsigned,
      ...overflowed,
      ...outliving,
    ],
  ])
  const notice = await announcedCut(context, closed)
  const switches = worst([...flips.flatMap(({ switched }) => switched ?? []), ...delayed, ...locked])
  const calls = [...capabilities.map(({ call }) => call), ...switches.flatMap((one) => one.calls)]
  const described = await describePrivileged(context, targets, own, [...calls, ...tried.flatMap(callerOf)])
  return {
    privileged: described.map((one) =>
      one.address === notice?.admin ? { ...one, refusedUpgrade: notice.refused } : one,
    ),
    switches,
    capabilities: withPast(capabilities, hiddenOwners(subject, capabilities, switches)),
    budget: budget.report(),
    failure: budget.failure(),
    refused: closed.flatMap(({ target, made }) => (target.address === address ? [made] : [])),
  }
}

/** Adds the harm of minting, where it was tried, and leaves out what mints nothing and what is no privilege. */
function withHarm(capabilities: readonly Capability[], mints: ReadonlyMap<string, MintHarm>): Capability[] {
  return capabilities.flatMap((one) => {
    const harm = one.kind === 'mint' ? mints.get(`${one.call.selector} ${one.call.caller}`) : undefined
    const { isNoPrivilege, ...members } = harm ?? {}
    const told = { ...one, ...members }
    // Wrapping paid coin is a sale.
    return isNoPrivilege || (one.kind === 'mint' && told.backed === true && isUnnamed(one.call)) ? [] : [told]
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
function worthALook(context: PrivilegesContext, tried: readonly AcceptedCall[]): AcceptedCall[] {
  const stranger = strangerOf(context)
  const groups = Map.groupBy(
    tried,
    ({ target, made, caller }) => `${target.address} ${made.selector} ${caller.address}`,
  )
  const chosen = [...groups.values()].flatMap((ways) =>
    chooseWays(ways, ways[0]?.caller === stranger ? WAYS.stranger : WAYS.privileged),
  )
  return [...limitWithinBudget(context, chosen, { max: MAX_WITNESSED, what: 'effects of privileged calls' })]
}

/** Returns the caller of a call that passed a gate. */
function callerOf({ caller, made }: AcceptedCall): Pick<PrivilegedCall, 'caller' | 'callerRole'>[] {
  return made.gated ? [{ caller: caller.address, callerRole: caller.role }] : []
}

/** Describes the accounts that the subject names, and the callers whose calls succeeded where a stranger's would not. */
async function describePrivileged(
  context: PrivilegesContext,
  targets: readonly Target[],
  own: readonly Target[],
  calls: readonly Pick<PrivilegedCall, 'caller' | 'callerRole'>[],
): Promise<PrivilegedAccount[]> {
  const { chain, block, signal, insiders: unlisted } = context
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
    const key = isBurnAddress(BigInt(one.address)) ? `${one.address} ${one.by}` : one.address
    if (!accounts.has(key)) accounts.set(key, one)
  }
  return Promise.all(
    [...accounts.values()].slice(0, MAX_PRIVILEGED).map(async ({ address, by }) => {
      const account = await privilegedAccount(chain, { block, address, by }, signal)
      if (!acted.has(address)) return account
      return executedAccount(context, account)
    }),
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

/**
 * Finds whether the token accepts a forged permit: an invalid signature recovers to the zero address, which careless code takes
 * for the holder's.
 */
async function forgedPermits(context: PrivilegesContext): Promise<Capability[]> {
  const { fixture, address, bytecode } = context
  const { holder, stranger, amount } = fixture
  const made = bytecode.functions.find(({ selector }) => selector === PERMIT)
  if (made === undefined || amount === 0n) return []
  const call = (data: Transaction['data']) => ({ from: stranger, to: address, value: 0n, data, gas: GAS })
  const look = observeCall({ subject: address, caller: stranger, fixture })
  const permit = call(words(PERMIT, holder, stranger, amount, NEVER, 27n, 0n, 0n))
  const pull = call(words('0x23b872dd', holder, stranger, amount))
  const [outcomes] = await execute(context, [{ calls: [look, permit, pull, look] }], 'forged permits')
  const before = readObservation(fixture, outcomes?.[0])
  const after = readObservation(fixture, outcomes?.[3])
  const [was, is] = [before?.held.holder ?? 0n, after?.held.holder ?? 0n]
  if (before === null || after === null || is >= was) return []
  const args = [holder, stranger, amount.toString(), NEVER.toString(), '27', '0x0', '0x0']
  return [
    {
      kind: 'balance-write',
      state: 'effective',
      call: { caller: stranger, callerRole: 'stranger', selector: PERMIT, signature: made.signature, args },
      shown: `with a signature of zeros a stranger allowed itself a holder's tokens: balanceOf(${holder}) ${was} → ${is}`,
    },
  ]
}

/**
 * Calls that take all native coin by ending the contract. Since EIP-6780 the code stays, so that only a trace tells it from a
 * withdrawal.
 */
async function selfdestructs(
  context: PrivilegesContext,
  observedCalls: readonly ObservedCall[],
): Promise<Capability[]> {
  const { simulator, block, fixture, bytecode, address, signal } = context
  if (!bytecode.opcodes.selfdestruct) return []
  const emptied = observedCalls.filter(
    ({ before, after }) => before.native.subject > 0n && after?.native.subject === 0n,
  )
  const found: Capability[] = []
  for (const { tried } of emptied.slice(0, MAX_TRACED)) {
    if (!context.budget.take(1, 'ends of the contract')) break
    const stateOverrides = { ...fixture.overrides, [tried.call.from]: { balance: 10n ** 19n } }
    const run = await simulator.simulate({
      block,
      transaction: tried.call,
      stateOverrides,
      environments: 'none',
      signal,
    })
    if (run.trace === null || !endsItself(run.trace, address)) continue
    const shown = `SELFDESTRUCT was executed; native coin of the contract ${fixture.native} → 0`
    found.push({ kind: 'selfdestruct', call: privilegedCall(context, tried), state: 'effective', shown })
  }
  return found
}

function endsItself(frame: CallFrame, subject: string): boolean {
  if (frame.type === 'SELFDESTRUCT' && frame.from === subject) return true
  return frame.calls.some((call) => endsItself(call, subject))
}

/** Returns one entry for each account that acts as an owner although `owner()` answers the zero address, and that no function names. */
export function hiddenOwners(
  subject: Target,
  capabilities: readonly Capability[],
  switches: readonly OwnerSwitch[],
): Capability[] {
  const shown = subject.candidates.filter(({ by }) => /^(owner|getOwner)\(\)( \(|$)/.test(by))
  if (shown.length === 0 || !shown.every(({ address }) => isBurnAddress(BigInt(address)))) return []
  const named = new Set(subject.candidates.filter(isDeclared).map(({ address }) => address))
  const switching = new Set(
    switches.flatMap(({ calls }) => calls.map(({ selector, caller }) => `${selector} ${caller}`)),
  )
  const found = new Map<string, Capability>()
  for (const { kind, call, state } of capabilities) {
    if (state !== 'effective' || call.callerRole === 'stranger' || call.callerRole === 'proxy-admin') continue
    const harms = OF_TRADING.has(kind) && switching.has(`${call.selector} ${call.caller}`)
    if (!(OWNERLY.has(kind) || harms) || named.has(call.caller) || found.has(call.caller)) continue
    const sentence = `owner() answers nobody; this call by ${call.caller} worked all the same (${kind})`
    found.set(call.caller, { kind: 'hidden-owner', call, state, shown: sentence })
  }
  return [...found.values()]
}

/** Whether the account holds a role with a name of its own. */
function isDeclared({ named, by }: Candidate): boolean {
  return named && by !== 'a former owner'
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { argumentPlan, type PlannedCall, type PlanValues } from './calls/argumentPlan.ts'
import { callOf } from './calls/callOf.ts'
import { cutWays } from './calls/cutWays.ts'
import { unnamedCalls } from './calls/ordinaryCalls.ts'
import { firstOfFunctions, selfGrants } from './calls/selfGrants.ts'
import { asksPassword, hidesContent, paidWays, USERS, writesOf } from './calls/steppedCalls.ts'
import type { AcceptedCall } from './calls/tried.ts'
import { isBurnAddress } from './effects.ts'
import { type Attempt, execute } from './execute.ts'
import type { Candidate } from './holders/candidate.ts'
import { keysAmong } from './holders/commandCalls.ts'
import { keyHolders } from './holders/keyHolders.ts'
import type { Target } from './holders/targets.ts'
import { limitWithinBudget } from './privilegedCall.ts'
import type { PrivilegesContext } from './privilegesContext.ts'

const CALLERS = 'callers of privileged calls'
const MAX_CODED = 12
const MAX_FUNCTIONS = 60
const MAX_CALLERS = 6
const TRANSFER_FROM = '0x23b872dd'
/** grantRole(bytes32,address) of AccessControl. */
const GRANT_ROLE = '0x2f2ff15d'
const MAX_GRANTS = 4
const MAX_UNLISTED = 24
const MAX_ROWS = 40
/** Ways that each insider tries first. */
const MAX_ATTEMPTS = 4
const MAX_APPOINTED = 24

/**
 * Makes every call that may be a privilege, in plausible ways, from the accounts that its gate asks for. A call without a visible
 * gate is made by a stranger first, and by every known account when the stranger fails. Returns the calls that succeeded.
 */
export async function screen(
  context: PrivilegesContext,
  targets: readonly Target[],
): Promise<{ tried: AcceptedCall[]; closed: RefusedFunction[] }> {
  const stranger = strangerOf(context)
  const first: CallAttempt[] = []
  const second: CallAttempt[] = []
  /** After a deposit: functions that compare their caller with something that names no account here, such as an entry of a list. */
  const orphans: CallAttempt[] = []
  for (const target of targets) {
    for (const made of rank(context, target)) {
      const gated = gatekeepers(context, target, made)
      for (const caller of gated) first.push(callAttempt(context, target, made, caller))
      if (made.gated && gated.length === 0 && context.ids !== undefined)
        orphans.push(callAttempt(context, target, made, stranger))
      if (made.gated) continue
      if (made.mutability !== 'payable' || writesOf(context, made) === 0)
        first.push(callAttempt(context, target, made, stranger))
      const callers = target.candidates.filter(isLiveAccount)
      for (const caller of limitWithinBudget(context, callers, { max: MAX_CALLERS, what: CALLERS }))
        second.push(callAttempt(context, target, made, caller))
    }
  }
  const puller = targets[0] === undefined ? [] : await pulls(context, targets[0])
  const unnamed = targets[0] === undefined ? [] : await unnamedAttempts(context, targets[0])
  const open = await attemptAll(context, [...puller, ...unnamed, ...first])
  const free = new Set(open.filter(({ caller }) => caller === stranger).map(({ made }) => made))
  // Some functions let strangers call and do nothing for them: where it matters, the other callers are tried as well.
  const hiding = ({ made }: CallAttempt) =>
    !free.has(made) || made.balanceWrites.length > 0 || writesOf(context, made) === 0
  const listed = [...open, ...(await attemptAll(context, second.filter(hiding)))]
  const tried = [...first, ...second]
  const found = [...listed, ...(await attemptAll(context, await unlisted(context, listed, [...tried, ...orphans])))]
  const later = [...(await selfAppointed(context, found, tried)), ...appointedPulls(context, targets[0], found)]
  const known = [...found, ...(await attemptAll(context, later))]
  const all = [...(await attemptAll(context, probesAlone(context, known))), ...known]
  const opened = new Set(all.map(({ made }) => made))
  const closed = new Map(tried.filter(({ made }) => !opened.has(made)).map((one) => [one.made, one]))
  return { tried: all, closed: [...closed.values()] }
}

/**
 * Functions of a proxy that accepted an account, and refused the probe after it: it may have become the code, which has no such function. The
 * probe alone tells whether the function replaces code.
 */
function probesAlone(context: PrivilegesContext, found: readonly AcceptedCall[]): CallAttempt[] {
  if (context.proxy === null) return []
  const probe = context.fixture.probe.slice(2)
  const byFunction = Map.groupBy(
    found.filter(({ first, target }) => first === undefined && target.address === context.address),
    ({ made, caller }) => `${made.selector} ${caller.address}`,
  )
  return [...byFunction.values()].flatMap((ways) => {
    const [one] = ways
    if (one === undefined || ways.some(({ way }) => way.data.includes(probe))) return []
    const attempt = callAttempt(context, one.target, one.made, one.caller)
    const [alone] = attempt.ways.filter(({ data }) => data.includes(probe))
    return alone === undefined ? [] : [{ ...attempt, ways: [alone] }]
  })
}

/** Returns the account without any privilege: the same object for one fixture. */
export function strangerOf({ fixture }: Pick<PrivilegesContext, 'fixture'>): Candidate {
  const known = strangers.get(fixture)
  if (known !== undefined) return known
  const made: Candidate = { address: fixture.stranger, by: 'anyone', role: 'stranger', named: false }
  strangers.set(fixture, made)
  return made
}
const strangers = new WeakMap<object, Candidate>()

/** A function that refused every caller, and how it would be called. */
export type RefusedFunction = Pick<CallAttempt, 'target' | 'made' | 'ways'>

type CallAttempt = Pick<AcceptedCall, 'target' | 'made' | 'caller' | 'first'> & { ways: PlannedCall[] }

/** Tries one function by one caller in all ways, one after another: a refused call changes nothing. */
async function attemptAll(context: PrivilegesContext, callAttempts: readonly CallAttempt[]): Promise<AcceptedCall[]> {
  const possible = callAttempts.filter(({ ways }) => ways.length > 0)
  // A function with unknown arguments is not known to be harmless.
  if (callAttempts.some(({ made, ways }) => ways.length === 0 && made.selector !== GRANT_ROLE))
    context.budget.note('calls with unknown arguments')
  if (callAttempts.some(({ made }) => asksPassword(context, made))) context.budget.note('calls that ask for a password')
  if (callAttempts.some(({ made }) => hidesContent(context, made)))
    context.budget.note('calls with bytes of unknown content')
  const attempts = possible.map(({ target, caller, ways, first }): Attempt => {
    const before = first === undefined ? [] : [first.call]
    return { calls: [...before, ...ways.map((way) => callOf(target, caller, way))] }
  })
  const outcomes = await execute(context, attempts, 'privileged calls')
  return possible.flatMap(({ target, made, caller, ways, first }, index) =>
    ways.flatMap((way, at) =>
      outcomes[index]?.[at + (first === undefined ? 0 : 1)]?.success === true
        ? [{ target, made, caller, way, call: callOf(target, caller, way), ...(first && { first }) }]
        : [],
    ),
  )
}

/** What it gives for coins may depend on who pays. */
function isRaise({ does }: ContractFunction['balanceWrites'][number]): boolean {
  return does !== 'subtracts'
}

function callAttempt(
  context: PrivilegesContext,
  target: Target,
  made: ContractFunction,
  caller: Candidate,
): CallAttempt {
  if (made.selector === GRANT_ROLE) {
    const ways = target.roles.map((role) => grantWay(role, caller.address))
    return { target, made, caller, ways }
  }
  const changed = context.bytecode.functions.find(({ gated, mutability }) => !gated && mutability === 'nonpayable')
  const named = context.exit ?? changed?.selector ?? null
  const own = named === made.selector ? null : named
  const parts = cutWays(made, { part: context.fixture.probe, own })
  const free = [...parts, ...argumentPlan(made, valuesFor(context, target, caller.address))]
  const isPayable = made.mutability === 'payable'
  const pays = isPayable && (made.gated || writesOf(context, made) === 0 || made.balanceWrites.some(isRaise))
  return { target, made, caller, ways: pays ? [...paidWays(made, free), ...free] : free }
}

/**
 * Retries functions that refused every caller, from insiders that nothing in the contract points to: all of them try in one row,
 * and one that succeeds tries everything.
 */
async function unlisted(
  context: PrivilegesContext,
  found: readonly AcceptedCall[],
  failed: readonly CallAttempt[],
): Promise<CallAttempt[]> {
  const open = new Set(found.map(({ made }) => made))
  const closed = [...new Map(failed.filter(({ made }) => !open.has(made)).map((one) => [one.made, one])).values()]
  const people = limitWithinBudget(context, context.insiders, { max: MAX_UNLISTED, what: CALLERS })
  const rows = people.length === 0 ? [] : limitWithinBudget(context, closed, { max: MAX_ROWS, what: CALLERS })
  const retries = rows.map((one) =>
    people.flatMap((caller) => {
      const own = callAttempt(context, one.target, one.made, caller)
      return own.ways.slice(0, MAX_ATTEMPTS).map((way) => ({ own, call: callOf(one.target, caller, way) }))
    }),
  )
  const attempts = retries.map((row): Attempt => ({ calls: row.map(({ call }) => call) }))
  const outcomes = await execute(context, attempts, 'privileged calls')
  return retries.flatMap((row, index) => {
    const admitted = row.filter((_, at) => outcomes[index]?.[at]?.success === true)
    return [...new Set(admitted.map(({ own }) => own))]
  })
}

/**
 * Retries functions that refused every caller, or all but contracts, from callers that first let themselves in: by a role, or by a list or
 * quota that the function reads.
 */
async function selfAppointed(
  context: PrivilegesContext,
  found: readonly AcceptedCall[],
  failed: readonly CallAttempt[],
): Promise<CallAttempt[]> {
  const grants = selfGrants(found)
  if (grants.length === 0) return []
  const open = await openToKeys(context, found)
  const passed = new Set(found.map(({ made, caller }) => `${made.selector} ${caller.address}`))
  const closed = [...new Map(failed.filter(({ made }) => !open.has(made)).map((one) => [one.made, one])).values()]
  const appointed = closed.flatMap(({ target, made }) => {
    const fitting = grants.filter(
      (grant) =>
        grant.target === target && opens(grant, made) && !passed.has(`${made.selector} ${grant.caller.address}`),
    )
    const byFunction = new Map(fitting.map((grant) => [`${grant.made.selector} ${grant.way.args[0]}`, grant]))
    return [...byFunction.values()].slice(0, MAX_GRANTS).map((first): CallAttempt => {
      return { ...callAttempt(context, target, made, first.caller), first }
    })
  })
  return [...limitWithinBudget(context, appointed, { max: MAX_APPOINTED, what: 'privileged calls' })]
}

/** Functions that a private key may call. */
async function openToKeys(
  { chain, block, signal }: PrivilegesContext,
  found: readonly AcceptedCall[],
): Promise<Set<ContractFunction>> {
  const callers = [...new Set(found.map(({ caller }) => caller.address))]
  const keys = new Set(await keysAmong({ chain, block, signal }, callers))
  return new Set(found.flatMap(({ made, caller }) => (keys.has(caller.address) ? [made] : [])))
}

/** An item of a collection, taken by an account that first names itself: as the marketplace that may move every holder's items. */
function appointedPulls(
  context: PrivilegesContext,
  target: Target | undefined,
  found: readonly AcceptedCall[],
): CallAttempt[] {
  const { holder, tokenId } = context.fixture
  const made = target?.functions.find(({ selector }) => selector === TRANSFER_FROM)
  if (target === undefined || made === undefined || tokenId === null) return []
  const grants = firstOfFunctions(selfGrants(found), MAX_GRANTS)
  return grants.map((first): CallAttempt => {
    const { caller } = first
    return { target, made, caller, ways: [pullWay(context, holder, caller.address, tokenId)], first }
  })
}

function opens({ made: { selector, writes } }: AcceptedCall, { gated, gatedBy, reads }: ContractFunction): boolean {
  return selector === GRANT_ROLE ? gated : writes.some((slot) => gatedBy.includes(slot) || reads.includes(slot))
}

/** Returns useful argument values for this caller's calls. */
export function valuesFor({ fixture, address, ids }: PrivilegesContext, target: Target, caller: Address): PlanValues {
  const { holder, probe, pool, assets, amount, native, nativeHeld, supply, tokenId } = fixture
  const contracts = [...(target.address === address ? [] : [address]), ...assets.map((asset) => asset.address)]
  const funds = assets.flatMap(({ held }) => (held > 0n ? [held] : []))
  const amounts = [
    amount,
    ...(nativeHeld > 0n ? [nativeHeld] : []),
    ...funds,
    native,
    ...(supply === null ? [] : [supply]),
  ]
  return {
    holder,
    caller,
    pool,
    refusing: address,
    tokenId,
    contracts,
    others: [probe],
    amounts: [...new Set(amounts)].filter((one) => one > 0n),
    ...(ids && { ids }),
  }
}

/** Returns the accounts that the gate of a function asks for. */
function gatekeepers(
  context: PrivilegesContext,
  { candidates, inSlot, fixed }: Target,
  { gated, gatedBy }: ContractFunction,
): Candidate[] {
  if (!gated) return []
  const known = (address: Address, by: string): Candidate =>
    candidates.find((one) => one.address === address) ?? { address, by, role: 'role', named: false }
  const stored = gatedBy.flatMap((slot) => (inSlot.get(slot) ?? []).map((one) => known(one, `storage slot ${slot}`)))
  const lists = gatedBy.some((slot) => !inSlot.has(slot))
  const liveAccounts = candidates.filter(isLiveAccount)
  const listed = lists ? limitWithinBudget(context, liveAccounts, { max: MAX_CALLERS, what: CALLERS }) : []
  const inCode = gatedBy.length === 0 ? limitWithinBudget(context, fixed, { max: MAX_CODED, what: CALLERS }) : []
  const coded = inCode.map((one) => known(one, 'an address in its code'))
  const suspects = gatedBy.length === 0 ? candidates.filter(({ named }) => !named) : []
  return [...new Map([...stored, ...listed, ...coded, ...suspects].map((one) => [one.address, one])).values()].filter(
    isLiveAccount,
  )
}

function isLiveAccount({ address }: Candidate): boolean {
  return !isBurnAddress(BigInt(address))
}

/** Returns the state-changing functions, those that a transfer depends on first. */
function rank(context: PrivilegesContext, { functions }: Target): readonly ContractFunction[] {
  const score = (made: ContractFunction) => (made.gated ? 0 : 2) + writesOf(context, made)
  const ranked = functions
    .filter(({ mutability, selector }) => mutability !== 'view' && mutability !== 'pure' && !USERS.has(selector))
    .toSorted((a, b) => score(a) - score(b))
  return limitWithinBudget(context, ranked, { max: MAX_FUNCTIONS, what: 'privileged calls' })
}

/** Tries whether a stranger or a known account can move tokens of a holder or the pool without an allowance. */
async function pulls(context: PrivilegesContext, target: Target): Promise<CallAttempt[]> {
  const { fixture } = context
  const made = target.functions.find(({ selector }) => selector === TRANSFER_FROM)
  if (made === undefined || (fixture.amount === 0n && fixture.tokenId === null)) return []
  const keys = await keyHolders(context, target)
  const { pool } = fixture
  const poolPart = (context.trade?.venue.pool.tokens ?? 0n) / 4n
  return [strangerOf(context), ...keys].map((caller) => ({
    target,
    made,
    caller,
    ways: [
      pullWay(context, fixture.holder, caller.address, fixture.tokenId ?? fixture.amount),
      ...(pool === null ? [] : [pullWay(context, pool, caller.address, poolPart)]),
    ],
  }))
}

/** Tries calls of no function, from possibly privileged accounts and from a stranger. */
async function unnamedAttempts(context: PrivilegesContext, target: Target): Promise<CallAttempt[]> {
  const keys = await keyHolders(context, target)
  return [strangerOf(context), ...keys].flatMap((caller) =>
    unnamedCalls(target, caller).map(({ made, way }) => ({ target, made, caller, ways: [way] })),
  )
}

function grantWay(role: Hex, caller: Address): PlannedCall {
  const data = `${GRANT_ROLE}${role.slice(2)}${caller.slice(2).padStart(64, '0')}` as const
  return { data, args: [role, caller], value: 0n, number: null, group: role, names: false, flag: null }
}

function pullWay({ fixture }: PrivilegesContext, from: Address, caller: Address, number: bigint): PlannedCall {
  const args = [from, caller, number.toString()]
  const word = (digits: string) => digits.padStart(64, '0')
  const data = `${TRANSFER_FROM}${word(from.slice(2))}${word(caller.slice(2))}${word(number.toString(16))}` as const
  return { data, args, value: 0n, number, group: from, names: from === fixture.holder, flag: null }
}

import type { ContractFunction } from '../../risk/contractFacts.ts'
import type { Address, Hex, Transaction } from '../../risk/facts.ts'
import { argumentPlan, type PlannedCall, type PlanValues } from './argumentPlan.ts'
import { atMost } from './atMost.ts'
import { isNobody } from './effects.ts'
import { type Attempt, execute } from './execute.ts'
import type { PowersContext } from './powersContext.ts'
import type { Candidate, Target } from './targets.ts'

/** A call that somebody made and that went through. */
export type Tried = {
  target: Target
  made: ContractFunction
  caller: Candidate
  way: PlannedCall
  call: Transaction
  /** The caller had to give itself a role, or a quota, first. */
  first?: Tried
}

const GAS = 1_000_000n
const MOST_FUNCTIONS = 60
const MOST_CALLERS = 4
/** What every token lets everybody do with their own. transferFrom is tried in a way of its own. */
const USERS = new Set([
  ...['0xa9059cbb', '0x095ea7b3', '0x39509351', '0xa457c2d7', '0xd505accf', '0xa22cb465', '0x42842e0e', '0xb88d4fde'],
  ...['0x23b872dd', '0xf242432a', '0x2eb2c2d6', '0x36568abe', '0x8bb9c5bf', '0xd73dd623', '0x66188463'],
])
const TRANSFER_FROM = '0x23b872dd'
/** grantRole(bytes32,address) of AccessControl. */
const GRANT_ROLE = '0x2f2ff15d'
/** transferOwnership(address): its caller has that already. */
const OWNERSHIP = new Set(['0xf2fde38b'])
const MOST_GRANTS = 4
const MOST_APPOINTED = 24
/** May move everybody's tokens by design where a token says so; moves nothing without a signature. */
const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/**
 * Makes every call that may be a privilege, in plausible ways, as whom its gate asks for; what no gate was seen in as a
 * stranger first, and as everybody known when a stranger gets nowhere. Answers what went through.
 */
export async function screen(context: PowersContext, targets: readonly Target[]): Promise<Tried[]> {
  const stranger = strangerOf(context)
  const first: Sitting[] = []
  const second: Sitting[] = []
  for (const target of targets) {
    for (const made of rank(context, target)) {
      const gated = gatekeepers(target, made)
      for (const caller of gated) first.push(sitting(context, target, made, caller))
      if (made.gated) continue
      if (made.mutability !== 'payable') first.push(sitting(context, target, made, stranger))
      for (const caller of target.candidates.filter(isSomebody).slice(0, MOST_CALLERS))
        second.push(sitting(context, target, made, caller))
    }
  }
  const puller = targets[0] === undefined ? [] : await pulls(context, targets[0])
  const open = await sit(context, [...puller, ...first])
  const free = new Set(open.filter(({ caller }) => caller === stranger).map(({ made }) => made))
  // Some let strangers call and do nothing for them: where it matters, the others are looked at all the same.
  const hiding = ({ made }: Sitting) =>
    !free.has(made) || made.balanceWrites.length > 0 || writesOf(context, made) === 0
  const found = [...open, ...(await sit(context, second.filter(hiding)))]
  return [...found, ...(await sit(context, selfAppointed(context, found, [...first, ...second])))]
}

/** The one whom nothing makes more than anybody. The same object for one stage. */
export function strangerOf({ stage }: Pick<PowersContext, 'stage'>): Candidate {
  const known = strangers.get(stage)
  if (known !== undefined) return known
  const made: Candidate = { address: stage.stranger, by: 'anybody', role: 'stranger', named: false }
  strangers.set(stage, made)
  return made
}
const strangers = new WeakMap<object, Candidate>()

type Sitting = Pick<Tried, 'target' | 'made' | 'caller' | 'first'> & { ways: PlannedCall[] }

/** One caller tries one function in all ways, in a row: what is refused changes nothing. */
async function sit(context: PowersContext, sittings: readonly Sitting[]): Promise<Tried[]> {
  const possible = sittings.filter(({ ways }) => ways.length > 0)
  // A function that nobody knows how to call is not known to be harmless.
  if (sittings.some(({ made, ways }) => ways.length === 0 && made.selector !== GRANT_ROLE))
    context.budget.note('calls with unknown arguments')
  const { prelude } = context.stage
  const attempts = possible.map(({ target, caller, ways, first }): Attempt => {
    const before = first === undefined ? [] : [first.call]
    return { calls: [...prelude, ...before, ...ways.map((way) => callOf(target, caller, way))] }
  })
  const outcomes = await execute(context, attempts, 'privileged calls')
  return possible.flatMap(({ target, made, caller, ways, first }, index) =>
    ways.flatMap((way, at) =>
      outcomes[index]?.[prelude.length + at + (first === undefined ? 0 : 1)]?.success === true
        ? [{ target, made, caller, way, call: callOf(target, caller, way), ...(first && { first }) }]
        : [],
    ),
  )
}

function callOf(target: Target, caller: Candidate, { data }: PlannedCall): Transaction {
  return { from: caller.address, to: target.address, value: 0n, data, gas: GAS }
}

function sitting(context: PowersContext, target: Target, made: ContractFunction, caller: Candidate): Sitting {
  if (made.selector === GRANT_ROLE) {
    const ways = target.roles.map((role) => grantWay(role, caller.address))
    return { target, made, caller, ways }
  }
  return { target, made, caller, ways: argumentPlan(made, valuesFor(context, target, caller.address)) }
}

/**
 * Functions that nobody gets into, as somebody who first lets itself in: by a role, or by a list or quota that the function
 * reads.
 */
function selfAppointed(context: PowersContext, found: readonly Tried[], failed: readonly Sitting[]): Sitting[] {
  const open = new Set(found.map(({ made }) => made))
  const closed = [...new Map(failed.filter(({ made }) => !open.has(made)).map((one) => [one.made, one])).values()]
  const grants = found.filter(({ caller, way, made }) => {
    const itself = way.args.includes(caller.address) && way.flag !== false && way.number !== 0n
    return caller.role !== 'stranger' && itself && !OWNERSHIP.has(made.selector)
  })
  const appointed = closed.flatMap(({ target, made }) => {
    const fitting = grants.filter((grant) => grant.target === target && opens(grant, made))
    const byFunction = new Map(fitting.map((grant) => [`${grant.made.selector} ${grant.way.args[0]}`, grant]))
    return [...byFunction.values()].slice(0, MOST_GRANTS).map((first): Sitting => {
      return { ...sitting(context, target, made, first.caller), first }
    })
  })
  return [...atMost(context, appointed, { most: MOST_APPOINTED, what: 'privileged calls' })]
}

function opens({ made: { selector, writes } }: Tried, { gated, gatedBy, reads }: ContractFunction): boolean {
  return selector === GRANT_ROLE ? gated : writes.some((slot) => gatedBy.includes(slot) || reads.includes(slot))
}

/** What is worth putting into calls that this caller makes. */
export function valuesFor({ stage, address }: PowersContext, target: Target, caller: Address): PlanValues {
  const { holder, probe, pool, assets, amount, native, nativeHeld, supply, tokenId } = stage
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
    ...{ holder, caller, pool, tokenId, contracts },
    others: [probe],
    amounts: [...new Set(amounts)].filter((one) => one > 0n),
  }
}

/** Whom the gate of a function asks for. */
function gatekeepers({ candidates, inSlot, fixed }: Target, { gated, gatedBy }: ContractFunction): Candidate[] {
  if (!gated) return []
  const known = (address: Address, by: string): Candidate =>
    candidates.find((one) => one.address === address) ?? { address, by, role: 'role', named: false }
  const stored = gatedBy.flatMap((slot) => (inSlot.get(slot) ?? []).map((one) => known(one, `storage slot ${slot}`)))
  const lists = gatedBy.some((slot) => !inSlot.has(slot))
  const listed = lists ? candidates.slice(0, MOST_CALLERS) : []
  const coded = gatedBy.length === 0 ? fixed.slice(0, 6).map((one) => known(one, 'an address in its code')) : []
  const suspects = gatedBy.length === 0 ? candidates.filter(({ named }) => !named) : []
  return [...new Map([...stored, ...listed, ...coded, ...suspects].map((one) => [one.address, one])).values()].filter(
    isSomebody,
  )
}

function isSomebody({ address }: Candidate): boolean {
  return !isNobody(BigInt(address))
}

/** State-changing functions, those that a transfer depends on first. */
function rank(context: PowersContext, { functions }: Target): readonly ContractFunction[] {
  const score = (made: ContractFunction) => (made.gated ? 0 : 2) + writesOf(context, made)
  const ranked = functions
    .filter(({ mutability, selector }) => mutability !== 'view' && mutability !== 'pure' && !USERS.has(selector))
    .toSorted((a, b) => score(a) - score(b))
  return atMost(context, ranked, { most: MOST_FUNCTIONS, what: 'privileged calls' })
}

/** 0 for a function that writes what transfers read, else 1. */
function writesOf({ bytecode: { slots } }: Pick<PowersContext, 'bytecode'>, { writes }: ContractFunction): 0 | 1 {
  return writes.some((slot) => slots.transferWords.includes(slot) || slots.transferMappings.includes(slot)) ? 0 : 1
}

/** Whether anybody, or one of those known, moves a holder's tokens without being allowed to. */
async function pulls(context: PowersContext, target: Target): Promise<Sitting[]> {
  const { stage } = context
  const made = target.functions.find(({ selector }) => selector === TRANSFER_FROM)
  if (made === undefined || (stage.amount === 0n && stage.tokenId === null)) return []
  const keys = await keyHolders(context, target)
  return [strangerOf(context), ...keys].map((caller) => ({
    target,
    made,
    caller,
    ways: [pullWay(context, caller.address)],
  }))
}

/** Those known who are people: exchanges and marketplaces are allowed in advance by honest tokens, a person is not. */
export async function keyHolders(
  { chain, block, signal }: Pick<PowersContext, 'chain' | 'block' | 'signal'>,
  target: Target,
): Promise<Candidate[]> {
  const fixed = target.fixed
    .filter((address) => address !== PERMIT2)
    .map((address): Candidate => ({ address, by: 'an address in its code', role: 'role', named: false }))
  const people = [...new Map([...fixed, ...target.candidates].map((one) => [one.address, one])).values()].filter(
    isSomebody,
  )
  const codes = await Promise.all(people.map(({ address }) => chain.code(block, address, signal)))
  return people.filter((_, index) => codes[index] === '0x').slice(0, 8)
}

function grantWay(role: Hex, caller: Address): PlannedCall {
  const data = `${GRANT_ROLE}${role.slice(2)}${caller.slice(2).padStart(64, '0')}` as const
  return { data, args: [role, caller], number: null, group: role, names: false, flag: null }
}

function pullWay({ stage }: PowersContext, caller: Address): PlannedCall {
  const number = stage.tokenId ?? stage.amount
  const args = [stage.holder, caller, number.toString()]
  const word = (digits: string) => digits.padStart(64, '0')
  const data =
    `${TRANSFER_FROM}${word(stage.holder.slice(2))}${word(caller.slice(2))}${word(number.toString(16))}` as const
  return { data, args, number, group: '', names: true, flag: null }
}

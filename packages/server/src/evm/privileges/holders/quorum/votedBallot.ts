import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { wordAt } from '../../../decode/callData.ts'
import type { CallOutcome, StateOverrides } from '../../../simulation/simulator.ts'
import { type Attempt, execute } from '../../execute.ts'
import { initialBalanceOf } from '../../initialBalance.ts'
import type { PrivilegesContext } from '../../privilegesContext.ts'
import { RECEIVER_CODE } from '../../probes.ts'
import { keysAmong, typesOf, WHAT } from '../commandCalls.ts'
import { commandSteps, type Filling, isArbitrary, NOTHING } from '../commandSteps.ts'
import { type Found, isWriting, partsOf, type Wallet } from './ballot.ts'
import { memberLists } from './memberLists.ts'

/** Arguments that name what was put down before, and a vote for it. */
const NAMED = /^(?:(?:u?int\d*|bytes32|bool|string)(?:,|$))*$/
const MAX_AGREEING = 8
const MAX_IDS = 5
const MAX_GETTERS = 12
const MAX_HASHING = 3
const MAX_NUMBERS = 4
const MAX_TARGETS = 3
/** A counter, and no hash or account. */
const MAX_COUNTER = 1n << 40n
/** Time after which a wallet may ask for fewer members. */
const YEAR = 365n * 86_400n

type Step = { made: ContractFunction; filling: Filling }
/** How members agree: one puts a call down, each agrees to it, and it is carried out. */
type Shape = { propose: ContractFunction | null; agree: Step; end: Step | null }
/** What one account put down, and the numbers and hashes that may name it. */
type Proposal = { propose: ContractFunction | null; first: Address; ids: readonly bigint[] }
type Steps = ReturnType<typeof commandSteps>

/**
 * How many members have to agree by calls of their own before a wallet calls an account of our choice: found by executing it with all accounts that
 * it names, then with fewer and fewer. Null: no such calls were found, or fewer members, one of them twice, other accounts, or a year's wait did it, too.
 */
export async function votedBallot(context: PrivilegesContext, wallet: Wallet): Promise<Found> {
  const { block, signal, simulator, fixture } = context
  const { holder, functions, named } = wallet
  const [receiver, marker] = [context.fresh('receiver of a vote'), BigInt(context.fresh('vote'))]
  const steps = commandSteps({ holder, receiver, marker, functions })
  const overrides: StateOverrides = { [receiver]: { code: RECEIVER_CODE } }
  const agreeing = functions.filter((made) => isWriting(made) && NAMED.test(typesOf(made))).slice(0, MAX_AGREEING)
  let isWhole = true

  const found = await shapeOf()
  if (found === null) return null
  const { shape } = found
  const set = await fewest(found.agreed)
  const [first] = set
  if (first === undefined) return null
  if (set.length === 1) return keyAmong(set)
  const rest = named.filter((one) => !set.includes(one))
  const swapped = await reach(rest.map((one) => callsOf(shape, [...set.slice(0, -1), one])))
  const members = [...set, ...rest.filter((_, at) => swapped[at])]
  const isEnough = await reachedByFewer(members)
  if (isEnough !== null) return keyAmong(isEnough)
  if (!isWhole) return null
  const lists = await memberLists(context, wallet, members)
  return {
    needed: set.length,
    members,
    lists: new Set(lists),
    agree: shape.agree.made.selector,
    operation:
      shape.propose === null || shape.agree.filling.operation > MAX_COUNTER ? null : shape.agree.filling.operation,
    tested: new Set([...steps.beginnings, ...agreeing].map(({ selector }) => selector)),
    ...(await wordsOf(callsOf(shape, set))),
  }

  /** One key of some accounts that were enough by themselves; null: more than one, or no key. */
  async function keyAmong(accounts: readonly Address[]): Promise<Found> {
    const [key] = accounts.length === 1 ? await keysAmong(context, accounts) : []
    return key === undefined ? null : { key }
  }

  async function run(attempts: readonly Attempt[]): Promise<(CallOutcome[] | null)[]> {
    const some = attempts.map((one) => ({ ...one, overrides: one.overrides ?? overrides }))
    const outcomes = await execute(context, some, WHAT)
    isWhole &&= !outcomes.includes(null)
    return outcomes
  }

  async function reach(runs: readonly (readonly Transaction[])[]): Promise<boolean[]> {
    return (await run(runs.map((calls) => ({ calls })))).map((one) => one?.some(steps.isReached) === true)
  }

  function by(from: Address, { made, filling }: Step, of: Steps = steps, time = 0n): Transaction[] {
    const begun = { key: from, senders: [from], calls: [] as Transaction[], time }
    return of.attemptOf(begun, made, filling).flatMap(({ calls }) => calls)
  }

  function callsOf({ propose, agree, end }: Shape, some: readonly Address[], of: Steps = steps): Transaction[] {
    const [one, last] = [some[0], some.at(-1)]
    if (one === undefined || last === undefined) return []
    return [
      ...(propose === null ? [] : by(one, { made: propose, filling: NOTHING }, of)),
      ...some.flatMap((each) => by(each, agree, of)),
      ...(end === null ? [] : [...new Set([one, last])].flatMap((each) => by(each, end, of))),
    ]
  }

  /** Each call by which some members may agree or carry something out, one after another. */
  function allCalls({ propose, agree, end }: Shape, some: readonly Address[]): Transaction[] {
    const [one] = some
    if (one === undefined) return []
    const others = agreeing.map((made) => ({ made, filling: agree.filling }))
    const ways = [agree, ...others, ...steps.beginnings.map((made) => ({ made, filling: NOTHING }))]
    return [
      ...(propose === null ? [] : by(one, { made: propose, filling: NOTHING })),
      ...ways.flatMap((way) => some.flatMap((each) => by(each, way))),
      ...(end === null ? [] : some.flatMap((each) => by(each, end))),
    ]
  }

  /** The first way by which all accounts that the wallet names make it call the receiver, and those that could agree. */
  async function shapeOf(): Promise<{ shape: Shape; agreed: Address[] } | null> {
    for (const { propose, first: proposer, ids } of await proposals()) {
      const order = [proposer, ...named.filter((one) => one !== proposer)]
      const shapes: Shape[] = [
        ...agreeing.flatMap((made) =>
          (typesOf(made) === '' ? ids.slice(0, 1) : ids).map((id) => {
            return { propose, agree: { made, filling: { operation: id, hash: id } }, end: null }
          }),
        ),
        ...(propose === null
          ? steps.beginnings.map((made) => ({ propose, agree: { made, filling: NOTHING }, end: null }))
          : []),
      ]
      const outcomes = await run(shapes.map((one) => ({ calls: callsOf(one, order) })))
      const open = shapes.flatMap((one, at) => {
        const own = outcomes[at] ?? []
        const behind = propose === null ? 0 : 1
        const agreed = order.filter(
          (_, index) => (index === 0 && behind === 1) || own[index + behind]?.success === true,
        )
        return agreed.length === 0 ? [] : [{ shape: one, agreed, isDone: own.some(steps.isReached) }]
      })
      const done = open.find(({ isDone }) => isDone)
      if (done !== undefined) return done
      const ended = open.flatMap(({ shape: one, agreed }) =>
        endsOf(one).map((end) => ({ shape: { ...one, end }, agreed })),
      )
      const reached = await reach(ended.map((one) => callsOf(one.shape, order)))
      const way = ended.find((_, at) => reached[at])
      if (way !== undefined) return way
    }
    return null
  }

  function endsOf({ propose, agree }: Shape): Step[] {
    const isOther = (made: ContractFunction) => made !== agree.made && made !== propose
    return [
      ...agreeing.filter(isOther).map((made) => ({ made, filling: agree.filling })),
      ...steps.beginnings.filter(isOther).map((made) => ({ made, filling: NOTHING })),
    ]
  }

  /** What can be put down, by the first account that may, and what needs no putting down. */
  async function proposals(): Promise<Proposal[]> {
    const tried = steps.beginnings.flatMap((made) => named.map((from) => ({ made, from })))
    const outcomes = await run(tried.map(({ made, from }) => ({ calls: by(from, { made, filling: NOTHING }) })))
    const put = new Map<Hex, Proposal>()
    for (const [at, { made, from }] of tried.entries()) {
      const outcome = outcomes[at]?.[0]
      if (outcome?.success !== true || put.has(made.selector)) continue
      put.set(made.selector, { propose: made, first: from, ids: idsIn(outcome) })
    }
    const [one] = named
    return [...put.values(), ...(one === undefined ? [] : [{ propose: null, first: one, ids: await hashes(one) }])]
  }

  /** Numbers that may name what a call put down: its answer, what it logged, the first ones. */
  function idsIn({ output, logs }: CallOutcome): bigint[] {
    const logged = logs
      .filter(({ address }) => address === holder)
      .flatMap(({ topics, data }) => [...topics.slice(1), data.slice(0, 66)])
      .flatMap((one) => (one.length === 66 ? [BigInt(one)] : []))
    const answer = output.length === 66 ? [wordAt(output) ?? 0n] : []
    const isId = (one: bigint) => one < MAX_COUNTER || one >> 160n !== 0n
    return [...new Set([...answer, ...logged.filter(isId), 0n, 1n])].slice(0, MAX_IDS)
  }

  /** What the wallet’s own functions answer as the hash of our call, with the numbers that it states. */
  async function hashes(asker: Address): Promise<bigint[]> {
    const reading = functions.filter((made) => !isWriting(made))
    const views = reading.filter(isArbitrary).slice(0, MAX_HASHING)
    const getters = reading.filter((made) => typesOf(made) === '').slice(0, MAX_GETTERS)
    if (views.length === 0) return []
    const asks = getters.flatMap((made) => by(asker, { made, filling: NOTHING }))
    const [stated] = asks.length === 0 ? [] : await run([{ calls: asks }])
    const small = (stated ?? []).flatMap(({ success, output }) => {
      const value = success && output.length === 66 ? BigInt(output) : null
      return value === null || value > MAX_COUNTER ? [] : [value]
    })
    const numbers = [...new Set([0n, ...small])].slice(0, MAX_NUMBERS)
    const calls = views.flatMap((made) => numbers.flatMap((time) => by(asker, { made, filling: NOTHING }, steps, time)))
    const [answers] = await run([{ calls }])
    const words = (answers ?? []).flatMap(({ success, output }) =>
      success && output.length === 66 ? [BigInt(output)] : [],
    )
    return [...new Set(words)].slice(0, MAX_IDS)
  }

  /** The fewest of the accounts that do it: those without which it is not done. */
  async function fewest(agreed: readonly Address[]): Promise<Address[]> {
    const prefixes = agreed.map((_, at) => agreed.slice(0, at + 1))
    const at = (await reach(prefixes.map((some) => callsOf(shape, some)))).indexOf(true)
    let left = prefixes[at] ?? []
    for (const one of left) {
      const others = left.filter((other) => other !== one)
      if (others.length > 0 && (await reach([callsOf(shape, others)]))[0] === true) left = others
    }
    return left
  }

  /** Accounts that do it although they are fewer members than are needed: any part, one of them several times, with all others, alone, later. Null: none. */
  async function reachedByFewer(members: readonly Address[]): Promise<readonly Address[] | null> {
    const parts = partsOf(members, set.length - 1)
    const [some = []] = parts
    const others = named.filter((one) => !members.includes(one))
    const tried: { accounts: readonly Address[]; calls: Transaction[] }[] = [
      ...named.map((one) => ({ accounts: [one], calls: allCalls(shape, [one]) })),
      ...parts.map((part) => ({ accounts: part, calls: callsOf(shape, part) })),
      ...[some, some.toReversed()].map((part) => ({ accounts: part, calls: allCalls(shape, part) })),
      { accounts: some, calls: callsOf(shape, [...some, ...some, ...some]) },
      ...(others.length === 0
        ? []
        : [callsOf(shape, [...some, ...others]), allCalls(shape, [...some, ...others])].map((calls) => {
            return { accounts: named, calls }
          })),
    ]
    const reached = await reach(tried.map(({ calls }) => calls))
    const enough = tried.find((_, at) => reached[at])
    if (enough !== undefined) return enough.accounts
    return (await isReachedLater(some)) || (await isReachedThere(some)) ? named : null
  }

  async function isReachedLater(some: readonly Address[]): Promise<boolean> {
    const calls = callsOf(shape, some)
    const [outcomes] = await run([
      { calls: [...calls, ...allCalls(shape, some)], pause: { after: calls.length, seconds: YEAR } },
    ])
    return outcomes?.some(steps.isReached) === true
  }

  /** Whether fewer members make the wallet call the contract that it has power over, by one of its functions for the wallet. */
  async function isReachedThere(some: readonly Address[]): Promise<boolean> {
    const isHashed = shape.propose === null && !isArbitrary(shape.agree.made)
    if (isHashed || context.address === holder) return false
    const there = { [context.address]: { code: RECEIVER_CODE } }
    for (const { selector } of context.bytecode.functions.filter(({ gated }) => gated).slice(0, MAX_TARGETS)) {
      const of = commandSteps({ holder, receiver: context.address, marker: BigInt(selector) << 224n, functions })
      const [outcomes] = await run([{ calls: callsOf(shape, some, of), overrides: there }])
      if (outcomes?.some(of.isReached) === true) return true
    }
    return false
  }

  /** Words of the wallet once the call is put down, and those that all calls change. */
  async function wordsOf(calls: readonly Transaction[]) {
    const stateOverrides: StateOverrides = { ...fixture.overrides, ...overrides }
    for (const { from } of calls) stateOverrides[from] = { ...stateOverrides[from], balance: initialBalanceOf(from) }
    const sequence = { blocks: [{ calls }], stateOverrides }
    const diffs = (await simulator.stateDiffs({ block, sequence, signal })).map((diff) =>
      Object.entries(diff[holder]?.storage ?? {}).map(([slot, { after }]) => [BigInt(slot), BigInt(after)] as const),
    )
    return {
      state: new Map(shape.propose === null ? [] : diffs[0]),
      changed: new Set(diffs.flat().map(([slot]) => slot)),
    }
  }
}

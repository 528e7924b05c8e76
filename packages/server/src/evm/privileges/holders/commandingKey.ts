import type { Address, Hex } from '@redoubt/risk/address.ts'
import { SHORT_DELAY } from '@redoubt/risk/contract/callers.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PrivilegedAccount, ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { resolveProxy } from '../../bytecode/proxy/resolveProxy.ts'
import { readAggregate } from '../../market/chainlinkPrice.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'
import { SimulationUnavailable } from '../../simulation/simulator.ts'
import { type Budget, createBudget } from '../../trade/tradeContext.ts'
import { execute } from '../execute.ts'
import { limitWithinBudget } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { RECEIVER_CODE } from '../probes.ts'
import { type Asked, type Attempt, accountsIn, keysAmong, WHAT } from './commandCalls.ts'
import { commandSteps, isArbitrary } from './commandSteps.ts'
import { executedDelay } from './executedDelay.ts'
import { gatherCallers } from './gatherCallers.ts'
import { singleOwner, walletsOf } from './multisigKey.ts'
import { provenQuorum, type Quorum } from './quorum/provenQuorum.ts'
import { shortenings } from './shortenings.ts'
import { statedNotices } from './statedNotices.ts'
import { VOTING_PERIODS, votingTime } from './votingTime.ts'

const MAX_KEYS = 4
/** Calls of one key. */
const MAX_CALLS = 3
const MAX_GETTERS = 12
/** Limit of sequences for one contract, and of those in one step. */
const MAX_RUNS = 120
const MAX_STEP = 64
/** Seconds for the blocks between two calls, and of them the part before a date that a call names. */
const MARGIN = 120n
const BEFORE_DATE = 60n

/** `key` commands the contract at once. `seconds`: the least time that it takes else; null: it is no timelock and no governor. `quorum`: of its members. */
type Command = {
  key: Address | null
  seconds: bigint | null
  quorum?: Exclude<Quorum, { key: Address }>
  /** It states no delay as timelocks do, and keeps one. */
  waits?: true
}

/**
 * Adds to a privileged contract or multisig what executing it shows: the key that alone commands it, the delay of a timelock, or that it is a
 * governor. A timelock that can make no call of another account's choice is none. What was not tried is named in the budget.
 *
 * @param except whose own command is no danger: the depositor's. Null: every key counts.
 * @throws SimulationUnavailable when the engine gave up, and when the network cannot be read.
 */
export async function withCommand(
  context: PrivilegesContext,
  account: PrivilegedAccount,
  except: Address | null = null,
): Promise<PrivilegedAccount> {
  const asked = { holder: account.address, except }
  const commandOf = async (wallet: Asked, budget: Budget) => (await commandOn(context, { ...wallet, budget })).key
  const shared = { depth: 0, budget: createBudget(MAX_RUNS) }
  const kind = account.account
  if (kind !== 'contract' && kind !== 'timelock' && kind !== 'multisig') return account
  if (kind === 'multisig') {
    const key = await singleOwner(context, asked, commandOf, shared)
    return key === null ? account : { ...account, commandedBy: key }
  }
  // A timelock that a key shortens first is none.
  const stated = account.delaySeconds === undefined ? null : BigInt(account.delaySeconds)
  const { key, seconds, quorum, waits } = await commandOn(context, { ...asked, ...(kind === 'timelock' && { stated }) })
  if (key !== null) return { ...account, commandedBy: key }
  const { delaySeconds: _, ...plain } = account
  if (quorum !== undefined) return { ...plain, account: 'multisig', threshold: quorum }
  if (seconds === null) return { ...plain, account: 'contract' }
  return { ...plain, account: kind === 'timelock' || waits ? 'timelock' : 'governor', delaySeconds: Number(seconds) }
}

/** As `withCommand`; where the engine gave up, the account as it states itself, and the budget says so. */
export async function executedAccount(
  context: PrivilegesContext,
  account: PrivilegedAccount,
): Promise<PrivilegedAccount> {
  try {
    return await withCommand(context, account)
  } catch (error) {
    if (!(error instanceof SimulationUnavailable)) throw error
    context.budget.fail(WHAT, error)
    return account
  }
}

/**
 * Finds one private key that makes a contract call anything at once, by executing it: directly, or in up to three calls in one block as
 * with a queue or votes. A multisig that needs one signature and a timelock without a delay are such contracts. Where none does, the time that
 * a timelock or a governor takes.
 *
 * @param asked `budget`: of the multisig whose wallet it is; no wallets of its own are looked for then. `stated`: the delay of a timelock. `notice`: the
 * function that states it, where that is a guess.
 * @returns Null: none was found. What was not tried is named in the budget.
 * @throws SimulationUnavailable when the engine gave up.
 */
async function commandOn(
  context: PrivilegesContext,
  asked: Asked & { budget?: Budget; stated?: bigint | null; notice?: Hex },
): Promise<Command> {
  const { holder, except, budget: given, stated, notice } = asked
  const isTimelock = stated !== undefined
  const unknown: Command = { key: null, seconds: stated ?? null }
  const { chain, block, signal } = context
  const code = await chain.code(block, holder, signal)
  const proxy = await resolveProxy(chain, { block, address: holder, code }, signal).catch(() => {
    signal.throwIfAborted()
    context.budget.note(WHAT)
    return null
  })
  const running = proxy?.implementations[0] ?? holder
  const runtime = running === holder ? code : await chain.code(block, running, signal)
  const bytecode = await context.analyse(running, runtime, signal)
  if (bytecode === null) {
    context.budget.note(WHAT)
    return unknown
  }
  const { functions } = bytecode
  const [receiver, marker] = [context.fresh('receiver of a command'), BigInt(context.fresh('command'))]
  const { beginnings, attemptOf, following, isReached } = commandSteps({ holder, receiver, marker, functions })
  if (beginnings.length === 0) return { key: null, seconds: null }
  const named = await namedAccounts(context, { holder, except, bytecode, proxy })
  const keys = (await keysAmong({ chain, block, signal }, named)).slice(0, MAX_KEYS)
  const budget = given ?? createBudget(MAX_RUNS)

  // A multisig whose owners are wallets of one key.
  const wallets = given !== undefined || isTimelock ? new Map<Address, Address[]>() : await walletsAmong(named)
  const votes = isTimelock || given !== undefined ? null : await votingTime({ chain, block, signal }, holder)
  const getters = votes !== null ? VOTING_PERIODS : notice === undefined ? null : [notice]
  const { attempts: shortened, shortest } =
    isTimelock || votes !== null
      ? await shortenings(context, { holder, keys, functions, budget, ...(getters && { getters }) })
      : { attempts: [], shortest: null }
  // The key may be an owner beside its wallets.
  const confirming = [...wallets].flatMap(([key, own]) =>
    [own, ...(named.includes(key) ? [[key, ...own]] : [])].map((senders) => ({ key, senders, calls: [] })),
  )
  const begun: Attempt[] = [
    ...keys.map((key) => ({ key, senders: [key], calls: [] })),
    ...(isTimelock ? shortened.flatMap(timed) : []),
    ...confirming.filter(({ senders }) => senders.length > 1),
  ]
  let attempts: Attempt[] = begun.flatMap((one) => beginnings.flatMap((made) => attemptOf(one, made)))
  // Each further owner confirms by a call of its own.
  const most = MAX_CALLS + Math.max(0, ...begun.map(({ senders }) => senders.length - 1))
  for (let step = 1; step <= most && attempts.length > 0; step++) {
    const made = await run(limitWithinBudget({ budget }, attempts, { max: MAX_STEP, what: WHAT }))
    const reached = made.find(({ outcomes }) => outcomes.some(isReached))
    if (reached !== undefined) return { key: reached.key, seconds: null }
    attempts = made
      .filter(({ outcomes }) => outcomes.at(-1)?.success === true)
      .flatMap((one) => following(one, one.outcomes))
  }
  const failure = budget.failure()
  if (failure !== null) throw failure
  if (budget.report().cut.length > 0) context.budget.note(WHAT)
  if (votes !== null) {
    const less = shortest === null || shortest > votes.period ? 0n : votes.unit(votes.period - shortest)
    return { key: null, seconds: votes.seconds - less }
  }
  if (!isTimelock) {
    const quorum =
      given === undefined
        ? await provenQuorum(context, { holder, bytecode, proxy, named, except, walletsOf: walletsAmong })
        : null
    if (quorum === null) return given === undefined ? noticed() : { key: null, seconds: null }
    return 'key' in quorum ? { key: quorum.key, seconds: null } : { key: null, seconds: null, quorum }
  }
  const delay = stated ?? 0n
  const senders = [...keys, ...named.filter((one) => !keys.includes(one))]
  const isGuess = notice !== undefined
  const executed = await executedDelay(context, { holder, stated: delay, senders, functions, isGuess })
  if (isGuess && executed === null) return { key: null, seconds: null }
  // A key that needs less than an hour leaves users no time.
  if (executed !== null && executed.seconds < SHORT_DELAY && keys.includes(executed.sender))
    return { key: executed.sender, seconds: null }
  const times = [executed?.seconds ?? delay, shortest ?? delay, ...(isGuess ? [] : [delay])]
  return { key: null, seconds: times.reduce((least, one) => (one < least ? one : least)) }

  /** As a timelock, with each period that it states and that execution proves. */
  async function noticed(): Promise<Command> {
    const none: Command = { key: null, seconds: null }
    if (keys.length === 0) return none
    const commands = functions.filter(isArbitrary)
    for (const { getter, seconds } of await statedNotices(context, { holder, functions, commands })) {
      const found = await commandOn(context, { holder, except, stated: seconds, notice: getter.selector })
      if (found.key !== null || found.seconds !== null) return { ...found, waits: true }
    }
    return none
  }

  function walletsAmong(accounts: readonly Address[]): Promise<Map<Address, Address[]>> {
    const commandOf = async (wallet: Asked, shared: Budget) =>
      (await commandOn(context, { ...wallet, budget: shared })).key
    return walletsOf(context, { accounts, except }, commandOf, { depth: 0, budget: createBudget(MAX_RUNS) })
  }

  /** A shortened timelock may want the time with the call that it puts down: as a delay, or as a date. */
  function timed(one: Attempt): Attempt[] {
    if (one.seconds === undefined) return [one]
    const seconds = one.seconds + MARGIN
    return [
      one,
      { ...one, time: one.seconds },
      { ...one, seconds, time: BigInt(block.timestamp) + one.seconds + BEFORE_DATE },
    ]
  }

  async function run(wanted: readonly Attempt[]): Promise<(Attempt & { outcomes: readonly CallOutcome[] })[]> {
    const overrides = { [receiver]: { code: RECEIVER_CODE } }
    const outcomes = await execute(
      { ...context, budget },
      wanted.map(({ calls, shortens = 0, seconds }) => {
        const isQueued = seconds !== undefined && calls.length > shortens + 1
        return { calls, overrides, ...(isQueued && { pause: { after: shortens + 1, seconds } }) }
      }),
      WHAT,
    )
    return wanted.map((attempt, at) => ({ ...attempt, outcomes: outcomes[at] ?? [] }))
  }
}

/** Accounts that the contract names: in its getters, its storage, its roles, its constructor. */
async function namedAccounts(
  context: PrivilegesContext,
  { holder, except, bytecode, proxy }: Asked & { bytecode: Bytecode; proxy: ProxyFact | null },
): Promise<Address[]> {
  const { chain, simulator, analyse, block, suspects, signal } = context
  const getters = bytecode.functions
    .filter(({ mutability, arguments: none }) => mutability === 'view' && none === '')
    .slice(0, MAX_GETTERS)
  const request = { block, address: holder, bytecode, proxy, trade: null, suspects, creation: null }
  const [{ subject, insiders }, answers] = await Promise.all([
    gatherCallers({ chain, simulator, analyse }, request, createBudget(MAX_RUNS), signal),
    readAggregate(chain, { block, reads: getters.map(({ selector }) => ({ to: holder, data: selector })) }, signal),
  ])
  const named = [
    ...answers.flatMap((answer) => accountsIn(answer)),
    ...subject.candidates.map(({ address }) => address),
    ...insiders.map(({ address }) => address),
  ]
  return [...new Set(named)].filter((one) => one !== holder && one !== except).slice(0, 3 * MAX_KEYS)
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PrivilegedAccount, ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { ASK, ask } from '../../bytecode/proxy/askAddress.ts'
import { resolveProxy } from '../../bytecode/proxy/resolveProxy.ts'
import { wordAt } from '../../decode/callData.ts'
import { readAggregate } from '../../market/chainlinkPrice.ts'
import { delegateOf } from '../../rpc/rpcValues.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'
import { type Budget, createBudget } from '../../trade/tradeContext.ts'
import { execute } from '../execute.ts'
import { limitWithinBudget } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { RECEIVER_CODE, RECEIVER_TOPIC } from '../probes.ts'
import { accountsInWord } from './accountWords.ts'
import { gatherCallers } from './gatherCallers.ts'

/** Limits of keys that are tried, of functions that may begin, and of functions that may go on. */
const MAX_KEYS = 4
const MAX_BEGINNINGS = 3
const MAX_FOLLOWING = 6
/** Calls of one key. */
const MAX_CALLS = 3
const MAX_GETTERS = 12
/** Owners of one multisig that are looked at as wallets. */
const MAX_WALLETS = 4
/** Calls that halve a delay of months to seconds. */
const MAX_HALVES = 26
/** Seconds in which no user can be expected to react. */
const SHORT_DELAY = 3_600n
/** Limit of sequences for one contract, and of those in one step. */
const MAX_RUNS = 120
const MAX_STEP = 48
const GAS = 1_500_000n
/** Arguments of an arbitrary call: where to, and what with. */
const ARBITRARY = /\baddress\b.*\bbytes\b(?!\d)/
/** Arguments that name an operation which was put down before: numbers and hashes. */
const NAMED = /^(?:uint\d*|bytes32)(?:,(?:uint\d*|bytes32))*$/
const OPERATIONS = [0n, 1n]
const WHAT = 'keys that command a contract'

/**
 * Adds the key that alone commands a privileged contract or multisig. What was not tried is named in the budget.
 * @param except whose own command is no danger: the depositor's. Null: every key counts.
 * @throws SimulationUnavailable when the engine gave up, and when the network cannot be read.
 */
export async function withCommand(
  context: PrivilegesContext,
  account: PrivilegedAccount,
  except: Address | null = null,
): Promise<PrivilegedAccount> {
  const asked = { holder: account.address, except }
  const kind = account.account
  if (kind !== 'contract' && kind !== 'timelock' && kind !== 'multisig') return account
  // A timelock that a key shortens first is none.
  const key = await (kind === 'multisig'
    ? singleOwner(context, asked)
    : commandingKey(context, { ...asked, isTimelock: kind === 'timelock' }))
  return key === null ? account : { ...account, commandedBy: key }
}

/**
 * The account whose signatures are all that a Safe needs: one that owns it with a threshold of one, or that commands as many of its owners as
 * the threshold asks for.
 */
async function singleOwner(context: PrivilegesContext, { holder, except }: Asked): Promise<Address | null> {
  const { chain, block, signal } = context
  const [threshold, owners] = await Promise.all([
    ask(chain, { block, to: holder, data: ASK.getThreshold }, signal),
    ask(chain, { block, to: holder, data: ASK.getOwners }, signal),
  ])
  const needed = wordAt(threshold)
  const others = accountsIn(owners).filter((one) => one !== except)
  if (needed === null || needed === 0n || BigInt(others.length) < needed) return null
  const keys = await keysAmong({ chain, block, signal }, others)
  if (needed === 1n) return keys[0] ?? null
  const wallets = await walletsOf(context, { accounts: others, except })
  const [most] = [...wallets]
    .map(([key, own]) => ({ key, signs: own.length + Number(keys.includes(key)) }))
    .toSorted((one, other) => other.signs - one.signs)
  return most !== undefined && BigInt(most.signs) >= needed ? most.key : null
}

/** Wallets among some accounts, by the key that alone commands each. Looked for where several have code of one kind. */
async function walletsOf(
  context: PrivilegesContext,
  { accounts, except }: { accounts: readonly Address[]; except: Address | null },
): Promise<Map<Address, Address[]>> {
  const { chain, block, signal } = context
  const codes = await Promise.all(accounts.map((one) => chain.code(block, one, signal)))
  const coded = accounts.flatMap((address, at) => {
    const code = codes[at] ?? '0x'
    return code === '0x' || delegateOf(code) !== null ? [] : [{ address, size: code.length }]
  })
  const [same = []] = [...Map.groupBy(coded, ({ size }) => size).values()].toSorted((a, b) => b.length - a.length)
  const wallets = new Map<Address, Address[]>()
  if (same.length < 2) return wallets
  for (const { address } of same.slice(0, MAX_WALLETS)) {
    const key = await commandingKey(context, { holder: address, except, alone: true })
    if (key !== null) wallets.set(key, [...(wallets.get(key) ?? []), address])
  }
  return wallets
}

/**
 * Finds one private key that makes a contract call anything at once, by executing it: directly, or in up to three calls in one block as
 * with a queue or votes. A multisig that needs one signature and a timelock without a delay are such contracts. Null: none was found.
 */
async function commandingKey(
  context: PrivilegesContext,
  { holder, except, alone = false, isTimelock = false }: Asked & { alone?: boolean; isTimelock?: boolean },
): Promise<Address | null> {
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
    return null
  }
  const writing = bytecode.functions.filter(({ mutability }) => mutability !== 'view' && mutability !== 'pure')
  const beginnings = writing.filter((made) => ARBITRARY.test(typesOf(made))).slice(0, MAX_BEGINNINGS)
  if (beginnings.length === 0) return null
  const named = await namedAccounts(context, { holder, except, bytecode, proxy })
  const keys = (await keysAmong({ chain, block, signal }, named)).slice(0, MAX_KEYS)
  const [receiver, marker] = [context.fresh('receiver of a command'), BigInt(context.fresh('command'))]
  const budget = createBudget(MAX_RUNS)

  // A multisig whose owners are wallets of one key.
  const wallets = alone || isTimelock ? [] : [...(await walletsOf(context, { accounts: named, except }))]
  const shortened = isTimelock
    ? await shortenings(context, { holder, keys, functions: bytecode.functions, budget })
    : null
  const begun = [
    ...(shortened ?? keys.map((key) => ({ key, senders: [key], calls: [] }))),
    ...wallets.filter(([, own]) => own.length > 1).map(([key, own]) => ({ key, senders: own, calls: [] })),
  ]
  let attempts: Attempt[] = begun.flatMap((one) => beginnings.flatMap((made) => attemptOf(one, made, 0n)))
  // Each further owner confirms by a call of its own.
  const most = MAX_CALLS + Math.max(0, ...begun.map(({ senders }) => senders.length - 1))
  for (let step = 1; step <= most && attempts.length > 0; step++) {
    const made = await run(limitWithinBudget({ budget }, attempts, { max: MAX_STEP, what: WHAT }))
    const reached = made.find(({ outcomes }) => outcomes.some(isReached))
    if (reached !== undefined) return reached.key
    attempts = made.filter(({ outcomes }) => outcomes.at(-1)?.success === true).flatMap(following)
  }
  const failure = budget.failure()
  if (failure !== null) throw failure
  if (budget.report().cut.length > 0) context.budget.note(WHAT)
  return null

  async function run(wanted: readonly Attempt[]): Promise<(Attempt & { outcomes: readonly CallOutcome[] })[]> {
    const overrides = { [receiver]: { code: RECEIVER_CODE } }
    const outcomes = await execute(
      { ...context, budget },
      wanted.map(({ calls }) => ({ calls, overrides })),
      WHAT,
    )
    return wanted.map((attempt, at) => ({ ...attempt, outcomes: outcomes[at] ?? [] }))
  }

  /** Whether the contract itself made the call that was asked for. */
  function isReached({ logs }: CallOutcome): boolean {
    return logs.some(
      ({ address, topics: [topic, data, caller] }) =>
        address === receiver &&
        topic === RECEIVER_TOPIC &&
        BigInt(data ?? 0) === marker &&
        BigInt(caller ?? 0) === BigInt(holder),
    )
  }

  /** Calls that may carry out what was put down before: with arguments of a call again, or by its number or hash. */
  function following(attempt: Attempt & { outcomes: readonly CallOutcome[] }): Attempt[] {
    const first = attempt.outcomes[attempt.shortens ?? 0]
    const returned = first?.output.length === 66 ? [wordAt(first.output) ?? 0n] : []
    // Another owner may confirm by the same function.
    const isAnother = attempt.calls.length < attempt.senders.length
    const before = new Set(isAnother ? [] : attempt.calls.map(({ data }) => data.slice(0, 10)))
    return writing
      .filter((next) => !before.has(next.selector) && (ARBITRARY.test(typesOf(next)) || NAMED.test(typesOf(next))))
      .slice(0, MAX_FOLLOWING)
      .flatMap((next) => {
        const operations = ARBITRARY.test(typesOf(next)) ? [0n] : new Set([...returned, ...OPERATIONS])
        return [...operations].flatMap((operation) => attemptOf(attempt, next, operation))
      })
  }

  /** The attempt with one more call, which names the receiver and the command. None where its arguments cannot be told. */
  function attemptOf({ calls, ...attempt }: Attempt, made: ContractFunction, operation: bigint): Attempt[] {
    const { key, senders } = attempt
    const from = senders[calls.length] ?? senders.at(-1) ?? key
    try {
      const parameters = parseAbiParameters(typesOf(made))
      const values = parameters.map(({ type }) => argumentOf(type, operation))
      const data: Hex = `${made.selector}${encodeAbiParameters(parameters, values as never).slice(2)}`
      return [{ ...attempt, calls: [...calls, { from, to: holder, value: 0n, data, gas: GAS }] }]
    } catch {
      return []
    }
  }

  function argumentOf(type: string, operation: bigint): unknown {
    const list = /^(.*)\[(\d*)\]$/.exec(type)
    if (list !== null) return Array.from({ length: Number(list[2] || 1) }, () => argumentOf(list[1] ?? '', operation))
    if (type === 'address') return receiver
    if (type === 'bytes') return word(marker)
    if (type === 'bool') return true
    if (type === 'string') return ''
    const fixed = /^bytes(\d+)$/.exec(type)
    return fixed === null ? operation : word(operation).slice(0, 2 + 2 * Number(fixed[1]))
  }
}

/** The contract, and a key that is not tried. */
type Asked = { holder: Address; except: Address | null }
/** `senders`: the key, or wallets that it commands, one for each call. `shortens`: so many of the calls shorten a delay. */
type Attempt = { key: Address; senders: readonly Address[]; calls: readonly Transaction[]; shortens?: number }

/** The calls by which a key sets the delay of a timelock below what users can react to, at once or by halves; none for other keys. */
async function shortenings(
  context: PrivilegesContext,
  {
    holder,
    keys,
    functions,
    budget,
  }: { holder: Address; keys: readonly Address[]; functions: readonly ContractFunction[]; budget: Budget },
): Promise<Attempt[]> {
  const { chain, block, signal } = context
  const asked = functions.find(({ selector }) => selector === ASK.getMinDelay || selector === ASK.delay)
  const delay =
    asked === undefined ? null : wordAt(await ask(chain, { block, to: holder, data: asked.selector }, signal))
  if (asked === undefined || delay === null) return []
  const setters = functions
    .filter((made) => typesOf(made) === 'uint256' && made.writes.some((slot) => asked.reads.includes(slot)))
    .slice(0, MAX_BEGINNINGS)
  const look: Transaction = { from: holder, to: holder, value: 0n, data: asked.selector, gas: GAS }
  const halves: bigint[] = []
  for (let left = delay / 2n; halves.length < MAX_HALVES; left /= 2n) {
    halves.push(left)
    if (left === 0n) break
  }
  const ways = keys.flatMap((key) =>
    setters.flatMap(({ selector }) =>
      [[0n], halves].map((values) =>
        values.map((value): Transaction => {
          return { from: key, to: holder, value: 0n, data: `${selector}${word(value).slice(2)}`, gas: GAS }
        }),
      ),
    ),
  )
  // The first call of each tells whether the rest is worth it.
  const begun = await execute(
    { ...context, budget },
    ways.map((calls) => ({ calls: calls.slice(0, 1) })),
    WHAT,
  )
  const open = ways.filter((_, at) => begun[at]?.[0]?.success === true)
  const made = await execute(
    { ...context, budget },
    open.map((calls) => ({ calls: [...calls, look] })),
    WHAT,
  )
  return open.flatMap((calls, at) => {
    const [first] = calls
    const left = wordAt(made[at]?.at(-1)?.output ?? null)
    return first === undefined || left === null || left >= SHORT_DELAY
      ? []
      : [{ key: first.from, senders: [first.from], calls, shortens: calls.length }]
  })
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
    ...answers.flatMap(accountsIn),
    ...subject.candidates.map(({ address }) => address),
    ...insiders.map(({ address }) => address),
  ]
  return [...new Set(named)].filter((one) => one !== holder && one !== except).slice(0, 3 * MAX_KEYS)
}

/** Accounts without code of their own. A delegated one (EIP-7702) still has its key. */
async function keysAmong(
  { chain, block, signal }: Pick<PrivilegesContext, 'chain' | 'block' | 'signal'>,
  accounts: readonly Address[],
): Promise<Address[]> {
  const codes = await Promise.all(accounts.map((one) => chain.code(block, one, signal)))
  return accounts.filter((_, at) => codes[at] === '0x' || delegateOf(codes[at] ?? '0x') !== null)
}

/** Types of the arguments, comma-separated, as its signature has them or as its code shows them. */
function typesOf({ signature, arguments: recovered }: ContractFunction): string {
  return signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

const MAX_WORDS = 12

/** Accounts that an answer holds: one, or a list of them. */
function accountsIn(answer: Hex | null): Address[] {
  const words = (answer ?? '0x').slice(2).match(/.{64}/g) ?? []
  return words.slice(0, MAX_WORDS).flatMap((one) => accountsInWord(`0x${one}`))
}

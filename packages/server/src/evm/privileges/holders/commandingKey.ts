import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PrivilegedAccount, ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { resolveProxy } from '../../bytecode/proxy/resolveProxy.ts'
import { wordAt } from '../../decode/callData.ts'
import { readAggregate } from '../../market/chainlinkPrice.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'
import { type Budget, createBudget } from '../../trade/tradeContext.ts'
import { execute } from '../execute.ts'
import { limitWithinBudget } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { RECEIVER_CODE, RECEIVER_TOPIC } from '../probes.ts'
import { type Asked, type Attempt, accountsIn, COMMAND_GAS, keysAmong, typesOf, WHAT, word } from './commandCalls.ts'
import { gatherCallers } from './gatherCallers.ts'
import { singleOwner, walletsOf } from './multisigKey.ts'
import { shortenings } from './shortenings.ts'

/** Limits of keys that are tried, of functions that may begin, and of functions that may go on. */
const MAX_KEYS = 4
const MAX_BEGINNINGS = 3
const MAX_FOLLOWING = 6
/** Calls of one key. */
const MAX_CALLS = 3
const MAX_GETTERS = 12
/** Limit of sequences for one contract, and of those in one step. */
const MAX_RUNS = 120
const MAX_STEP = 48
/** Arguments of an arbitrary call: where to, and what with. */
const ARBITRARY = /\baddress\b.*\bbytes\b(?!\d)/
/** Arguments that name an operation which was put down before: numbers and hashes. */
const NAMED = /^(?:uint\d*|bytes32)(?:,(?:uint\d*|bytes32))*$/
const OPERATIONS = [0n, 1n]

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
  const commandOf = (wallet: Asked, budget: Budget) => commandingKey(context, { ...wallet, budget })
  const shared = { depth: 0, budget: createBudget(MAX_RUNS) }
  const kind = account.account
  if (kind !== 'contract' && kind !== 'timelock' && kind !== 'multisig') return account
  // A timelock that a key shortens first is none.
  const key = await (kind === 'multisig'
    ? singleOwner(context, asked, commandOf, shared)
    : commandingKey(context, { ...asked, isTimelock: kind === 'timelock' }))
  return key === null ? account : { ...account, commandedBy: key }
}

/**
 * Finds one private key that makes a contract call anything at once, by executing it: directly, or in up to three calls in one block as
 * with a queue or votes. A multisig that needs one signature and a timelock without a delay are such contracts.
 *
 * @param asked `budget`: of the multisig whose wallet it is; no wallets of its own are looked for then.
 * @returns Null: none was found. What was not tried is named in the budget.
 * @throws SimulationUnavailable when the engine gave up.
 */
async function commandingKey(
  context: PrivilegesContext,
  asked: Asked & { budget?: Budget; isTimelock?: boolean },
): Promise<Address | null> {
  const { holder, except, budget: given, isTimelock = false } = asked
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
  const budget = given ?? createBudget(MAX_RUNS)

  // A multisig whose owners are wallets of one key.
  const wallets =
    given !== undefined || isTimelock
      ? []
      : [
          ...(await walletsOf(
            context,
            { accounts: named, except },
            (wallet, shared) => commandingKey(context, { ...wallet, budget: shared }),
            { depth: 0, budget: createBudget(MAX_RUNS) },
          )),
        ]
  const shortened = isTimelock
    ? await shortenings(context, { holder, keys, functions: bytecode.functions, budget })
    : []
  // The key may be an owner beside its wallets.
  const confirming = wallets.flatMap(([key, own]) =>
    [own, ...(named.includes(key) ? [[key, ...own]] : [])].map((senders) => ({ key, senders, calls: [] })),
  )
  const begun: Attempt[] = [
    ...keys.map((key) => ({ key, senders: [key], calls: [] })),
    ...shortened,
    ...confirming.filter(({ senders }) => senders.length > 1),
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
      wanted.map(({ calls, shortens = 0, seconds }) => {
        const isQueued = seconds !== undefined && calls.length > shortens + 1
        return { calls, overrides, ...(isQueued && { pause: { after: shortens + 1, seconds } }) }
      }),
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
      return [{ ...attempt, calls: [...calls, { from, to: holder, value: 0n, data, gas: COMMAND_GAS }] }]
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

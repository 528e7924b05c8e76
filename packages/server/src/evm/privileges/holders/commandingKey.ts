import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { ASK, ask } from '../../bytecode/proxy/askAddress.ts'
import { resolveProxy } from '../../bytecode/proxy/resolveProxy.ts'
import { wordAt } from '../../decode/callData.ts'
import { readAggregate } from '../../market/chainlinkPrice.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { type CallOutcome, SimulationUnavailable } from '../../simulation/simulator.ts'
import { freshAccount } from '../../trade/pockets.ts'
import { createBudget } from '../../trade/tradeContext.ts'
import { initialBalanceOf } from '../initialBalance.ts'
import type { PrivilegesSources } from '../privilegesRequest.ts'
import { RECEIVER_CODE, RECEIVER_TOPIC } from '../probes.ts'
import { accountsInWord } from './accountWords.ts'
import { gatherCallers } from './gatherCallers.ts'

/** Limits of keys that are tried, of functions that may begin, and of functions that may go on. */
const MAX_KEYS = 4
const MAX_BEGINNINGS = 3
const MAX_FOLLOWING = 6
const MAX_GETTERS = 12
const MAX_RUNS = 8
const GAS = 1_500_000n
/** Arguments of an arbitrary call: where to, and what with. */
const ARBITRARY = /\baddress\b.*\bbytes\b(?!\d)/
/** Arguments that name an operation which was put down before: a number or a hash. */
const NAMED = /^(?:uint\d*|bytes32)$/
const OPERATIONS = [0n, 1n]

/**
 * Adds the key that alone commands a privileged contract or multisig. An engine that gives no answer finds none.
 * @param suspects accounts that may have made the contract.
 */
export async function withCommand(
  sources: PrivilegesSources & { block: PinnedBlock },
  { account, suspects }: { account: PrivilegedAccount; suspects: readonly Address[] },
  signal: AbortSignal,
): Promise<PrivilegedAccount> {
  const { address: holder } = account
  const { block } = sources
  const question = { block, holder, suspects }
  const key =
    account.account === 'multisig'
      ? await singleOwner(sources.chain, question, signal)
      : account.account === 'contract'
        ? await commandingKey(sources, question, signal).catch((error: unknown) => {
            if (error instanceof SimulationUnavailable) return null
            throw error
          })
        : null
  return key === null ? account : { ...account, commandedBy: key }
}

/** The only signer that a Safe needs: its first owner with a private key, where its threshold is one. */
async function singleOwner(
  chain: ChainSource,
  { block, holder }: { block: PinnedBlock; holder: Address },
  signal: AbortSignal,
): Promise<Address | null> {
  const [threshold, owners] = await Promise.all([
    ask(chain, { block, to: holder, data: ASK.getThreshold }, signal),
    ask(chain, { block, to: holder, data: ASK.getOwners }, signal),
  ])
  if (wordAt(threshold) !== 1n) return null
  return firstKey(
    chain,
    block,
    wordsOf(owners).flatMap((one) => accountsInWord(one)),
    signal,
  )
}

async function firstKey(
  chain: ChainSource,
  block: PinnedBlock,
  accounts: readonly Address[],
  signal: AbortSignal,
): Promise<Address | null> {
  const codes = await Promise.all(accounts.map((one) => chain.code(block, one, signal)))
  return accounts.find((_, at) => codes[at] === '0x') ?? null
}

/**
 * Finds one private key that makes a contract call anything at once, by executing it: directly, or in up to three calls in one block as
 * with a queue or votes. A multisig that needs one signature and a timelock without a delay are such contracts. Null: none was found.
 * @param suspects accounts that may have made the contract.
 */
async function commandingKey(
  { chain, simulator, analyse }: PrivilegesSources,
  { block, holder, suspects }: { block: PinnedBlock; holder: Address; suspects: readonly Address[] },
  signal: AbortSignal,
): Promise<Address | null> {
  const code = await chain.code(block, holder, signal)
  const proxy = await resolveProxy(chain, { block, address: holder, code }, signal).catch(() => null)
  const running = proxy?.implementations[0] ?? holder
  const bytecode = await analyse(running, running === holder ? code : await chain.code(block, running, signal), signal)
  if (bytecode === null) return null
  const writing = bytecode.functions.filter(({ mutability }) => mutability !== 'view' && mutability !== 'pure')
  const beginnings = writing.filter((made) => ARBITRARY.test(typesOf(made))).slice(0, MAX_BEGINNINGS)
  if (beginnings.length === 0) return null
  const keys = await keysOf()
  const receiver = freshAccount(block.hash, holder, 'receiver')
  const marker = BigInt(freshAccount(block.hash, holder, 'marker'))

  const starts = keys.flatMap((key) =>
    beginnings.flatMap((made) => {
      const call = callOf(key, made, 0n)
      return call === null ? [] : [{ key, made, calls: [call] }]
    }),
  )
  const started = await run(starts)
  const direct = started.find(({ reached }) => reached)
  if (direct !== undefined) return direct.key
  const begun = started.filter(({ outcomes }) => outcomes[0]?.success === true)
  const second = await run(begun.flatMap((one) => following(one)))
  const atOnce = second.find(({ reached }) => reached)
  if (atOnce !== undefined) return atOnce.key
  const third = await run(second.filter(({ outcomes }) => outcomes.at(-1)?.success === true).flatMap(following))
  return third.find(({ reached }) => reached)?.key ?? null

  type Attempt = { key: Address; made: ContractFunction; calls: Transaction[] }
  type Made = Attempt & { outcomes: readonly CallOutcome[]; reached: boolean }

  /** Calls that may carry out what an attempt put down: with the same arguments, or by its number or hash. */
  function following({ key, made, calls, outcomes }: Made): Attempt[] {
    const returned = outcomes[0]?.output.length === 66 ? [wordAt(outcomes[0].output) ?? 0n] : []
    const same = typesOf(made)
    return writing
      .filter(
        (next) =>
          typesOf(next) === same ||
          typesOf(next)
            .split(',')
            .every((type) => NAMED.test(type)),
      )
      .filter((next) => typesOf(next) !== '' && next.selector !== made.selector)
      .slice(0, MAX_FOLLOWING)
      .flatMap((next) =>
        (typesOf(next) === same ? [0n] : [...new Set([...returned, ...OPERATIONS])]).flatMap((operation) => {
          const call = callOf(key, next, operation)
          return call === null ? [] : [{ key, made, calls: [...calls, call] }]
        }),
      )
  }

  /** Calls with the marker for the receiver in all their arguments. Null for arguments that cannot be told. */
  function callOf(from: Address, made: ContractFunction, operation: bigint): Transaction | null {
    try {
      const parameters = parseAbiParameters(typesOf(made))
      const values = parameters.map(({ type }) => argumentOf(type, operation))
      const data = `${made.selector}${encodeAbiParameters(parameters, values as never).slice(2)}` as const
      return { from, to: holder, value: 0n, data, gas: GAS }
    } catch {
      return null
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
    if (fixed !== null) return word(operation).slice(0, 2 + 2 * Number(fixed[1]))
    return operation
  }

  async function run(attempts: readonly Attempt[]): Promise<Made[]> {
    if (attempts.length === 0) return []
    const outcomes = await simulator.simulateSequences({
      block,
      sequences: attempts.map(({ key, calls }) => ({
        blocks: [{ calls }],
        stateOverrides: { [receiver]: { code: RECEIVER_CODE }, [key]: { balance: initialBalanceOf(key) } },
      })),
      signal,
    })
    return attempts.map((attempt, at) => {
      const own = outcomes[at] ?? []
      const logs = own.flatMap((outcome) => outcome.logs)
      const reached = logs.some(
        ({ address, topics: [topic, data, caller] }) =>
          address === receiver &&
          topic === RECEIVER_TOPIC &&
          BigInt(data ?? 0) === marker &&
          BigInt(caller ?? 0) === BigInt(holder),
      )
      return { ...attempt, outcomes: own, reached }
    })
  }

  /** Accounts without code that the contract names: in its getters, its storage, its roles, its constructor. */
  async function keysOf(): Promise<Address[]> {
    const request = { block, address: holder, bytecode: bytecode as NonNullable<typeof bytecode>, proxy, trade: null }
    const getters = request.bytecode.functions
      .filter(({ mutability, arguments: none }) => mutability === 'view' && none === '')
      .slice(0, MAX_GETTERS)
    const [{ subject, insiders }, answers] = await Promise.all([
      gatherCallers(
        { chain, simulator, analyse },
        { ...request, suspects, creation: null },
        createBudget(MAX_RUNS),
        signal,
      ),
      readAggregate(chain, { block, reads: getters.map(({ selector }) => ({ to: holder, data: selector })) }, signal),
    ])
    const named = [
      ...answers.flatMap((answer) => wordsOf(answer).flatMap((one) => accountsInWord(one))),
      ...subject.candidates.map(({ address }) => address),
      ...insiders.map(({ address }) => address),
    ]
    const all = [...new Set(named)].filter((one) => one !== holder).slice(0, 3 * MAX_KEYS)
    const codes = await Promise.all(all.map((one) => chain.code(block, one, signal)))
    return all.filter((_, at) => codes[at] === '0x').slice(0, MAX_KEYS)
  }
}

/** Types of the arguments, comma-separated, as its signature has them or as its code shows them. */
function typesOf({ signature, arguments: recovered }: ContractFunction): string {
  return signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

const MAX_WORDS = 12

function wordsOf(answer: Hex | null): Hex[] {
  const words = (answer ?? '0x').slice(2).match(/.{64}/g) ?? []
  return words.slice(0, MAX_WORDS).map((one): Hex => `0x${one}`)
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { wordAt } from '../../decode/callData.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'
import { RECEIVER_TOPIC } from '../probes.ts'
import { type Attempt, COMMAND_GAS, typesOf, word } from './commandCalls.ts'

/** Limits of functions that may begin, and of functions that may go on. */
const MAX_BEGINNINGS = 3
const MAX_FOLLOWING = 6
/** Arguments of an arbitrary call: where to, and what with. */
const ARBITRARY = /\baddress\b.*\bbytes\b(?!\d)/
/** Arguments that name an operation which was put down before: numbers and hashes. */
const NAMED = /^(?:uint\d*|bytes32)(?:,(?:uint\d*|bytes32))*$/
const OPERATIONS = [0n, 1n]
/** keccak256 of an empty description, by which governors name a proposal. */
const EMPTY_HASH = 0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470n
const DYNAMIC_BYTES = /^bytes(?:\[|$)/

/** `operation`: the numbers of a call that names one. `hash`: each bytes32 of an arbitrary call. */
export type Filling = { operation: bigint; hash: bigint }
export const NOTHING: Filling = { operation: 0n, hash: 0n }

/** A contract that may be commanded, and the call that it is asked for: to the receiver, with the marker. */
type Commanded = { holder: Address; receiver: Address; marker: bigint; functions: readonly ContractFunction[] }

/** Makes the calls by which an account makes a contract call anything: at once, or put down first and carried out by a later call. */
export function commandSteps({ holder, receiver, marker, functions }: Commanded) {
  const writing = functions.filter(({ mutability }) => mutability !== 'view' && mutability !== 'pure')
  const beginnings = writing.filter(isArbitrary).slice(0, MAX_BEGINNINGS)
  return { beginnings, attemptOf, following, isReached }

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
  function following<Begun extends Attempt>(attempt: Begun, outcomes: readonly CallOutcome[]): Begun[] {
    const first = outcomes[attempt.shortens ?? 0]
    const returned = first?.output.length === 66 ? [wordAt(first.output) ?? 0n] : []
    // Another owner may confirm by the same function.
    const next = attempt.senders[attempt.calls.length]
    const isAnother = next !== undefined && next !== attempt.calls.at(-1)?.from
    const before = new Set(isAnother ? [] : attempt.calls.map(({ data }) => data.slice(0, 10)))
    return writing
      .filter((made) => !before.has(made.selector) && (isArbitrary(made) || NAMED.test(typesOf(made))))
      .slice(0, MAX_FOLLOWING)
      .flatMap((made) => fillingsOf(made, returned).flatMap((filling) => attemptOf(attempt, made, filling)))
  }

  function fillingsOf(made: ContractFunction, returned: readonly bigint[]): Filling[] {
    if (!isArbitrary(made))
      return [...new Set([...returned, ...OPERATIONS])].map((operation) => ({ operation, hash: operation }))
    // Lists are proposals, which a governor names by the hash of their description.
    return /\baddress\[\].*\bbytes32\b/.test(typesOf(made)) ? [NOTHING, { operation: 0n, hash: EMPTY_HASH }] : [NOTHING]
  }

  /** The attempt with one more call, which names the receiver and the command. None where its arguments cannot be told. */
  function attemptOf<Begun extends Attempt>(attempt: Begun, made: ContractFunction, filling = NOTHING): Begun[] {
    const { key, senders, calls, time = 0n } = attempt
    const from = senders[calls.length] ?? senders.at(-1) ?? key
    try {
      const parameters = typesOf(made) === '' ? [] : parseAbiParameters(typesOf(made))
      // What stands behind the call is when it may be made, what stands before it is its value.
      const call = parameters.findIndex(({ type }) => DYNAMIC_BYTES.test(type))
      const values = parameters.map(({ type }, at) =>
        argumentOf(type, call >= 0 && at > call ? { ...filling, operation: time } : filling),
      )
      const data: Hex = `${made.selector}${encodeAbiParameters(parameters, values as never).slice(2)}`
      return [{ ...attempt, calls: [...calls, { from, to: holder, value: 0n, data, gas: COMMAND_GAS }] }]
    } catch {
      return []
    }
  }

  function argumentOf(type: string, filling: Filling): unknown {
    const list = /^(.*)\[(\d*)\]$/.exec(type)
    if (list !== null) return Array.from({ length: Number(list[2] || 1) }, () => argumentOf(list[1] ?? '', filling))
    if (type === 'address') return receiver
    if (type === 'bytes') return word(marker)
    if (type === 'bool') return true
    if (type === 'string') return ''
    const fixed = /^bytes(\d+)$/.exec(type)
    if (fixed !== null) return word(filling.hash).slice(0, 2 + 2 * Number(fixed[1]))
    const bits = Number(/\d+$/.exec(type)?.[0] ?? 256)
    // Beside the number of a proposal, a small number is a vote for it.
    return filling.operation >> BigInt(bits) === 0n ? filling.operation : 1n
  }
}

export function isArbitrary(made: ContractFunction): boolean {
  return ARBITRARY.test(typesOf(made))
}

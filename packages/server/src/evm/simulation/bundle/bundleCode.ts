import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, CallResult, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { BundleCall } from '@redoubt/risk/facts/transaction.ts'
import { size } from 'viem/utils'
import { revertReason } from '../readCallTree.ts'

/** Program of a bundle: the first word of its call data is the password, and the bytes of all calls follow. */
export type BundleProgram = {
  /** The only account that may start it; any other caller gets the account's ordinary answer. */
  starter: Address
  password: Hex
  calls: readonly BundleCall[]
  /** True: the first failure reverts all calls. False: later calls run after a failure. */
  atomic: boolean
  /** Holds the account's own code, or answers like an account without code. */
  ownCode: Address
}

const OP = {
  STOP: '00',
  ADD: '01',
  EQ: '14',
  ISZERO: '15',
  AND: '16',
  OR: '17',
  BYTE: '1a',
  SHL: '1b',
  SHR: '1c',
  ADDRESS: '30',
  CALLER: '33',
  CALLDATALOAD: '35',
  CALLDATASIZE: '36',
  CALLDATACOPY: '37',
  EXTCODESIZE: '3b',
  RETURNDATASIZE: '3d',
  RETURNDATACOPY: '3e',
  POP: '50',
  MLOAD: '51',
  MSTORE: '52',
  JUMPI: '57',
  GAS: '5a',
  JUMPDEST: '5b',
  /** PUSH1: forks before Shanghai have no PUSH0. */
  ZERO: '6000',
  DUP: '80',
  CREATE: 'f0',
  CALL: 'f1',
  RETURN: 'f3',
  DELEGATECALL: 'f4',
  STATICCALL: 'fa',
  REVERT: 'fd',
} as const

/** Bytes before the call data of the first call. */
const PASSWORD_BYTES = 32

/**
 * Builds the code of an account that makes the calls one after the other, as itself: it is `msg.sender` of each. Returns a word
 * whose bits say which calls failed. Straight-line code: one block per call, no loop, no storage of its own.
 */
export function bundleCode({ starter, password, calls, atomic, ownCode }: BundleProgram): Hex {
  const { ZERO } = OP
  const whole = [OP.CALLDATASIZE, ZERO, ZERO, OP.CALLDATACOPY]
  const answer = [OP.RETURNDATASIZE, ZERO, ZERO, OP.RETURNDATACOPY]
  const isStart = [ZERO, OP.CALLDATALOAD, push(password), OP.EQ, OP.CALLER, push(starter), OP.EQ, OP.AND]
  const passOn = [...whole, ZERO, ZERO, OP.CALLDATASIZE, ZERO, push(ownCode), OP.GAS, OP.DELEGATECALL]
  const returned = (to: number) => [...answer, label(to), OP.JUMPI, OP.RETURNDATASIZE, ZERO, OP.REVERT]
  const head = (run: number, ok: number) => [...isStart, label(run), OP.JUMPI, ...passOn, ...returned(ok)]
  const returns = [OP.JUMPDEST, OP.RETURNDATASIZE, ZERO, OP.RETURN]
  const reverts = [OP.JUMPDEST, ...answer, OP.RETURNDATASIZE, ZERO, OP.REVERT]
  const ok = bytesOf(head(0, 0))
  const undo = ok + bytesOf(returns)
  const run = undo + bytesOf(reverts)
  const parts = [
    ...head(run, ok),
    ...returns,
    ...reverts,
    // Touched once (EIP-2929): a payment by `transfer` leaves 2,300 gas, less than the first call of an address costs.
    ...[OP.JUMPDEST, push(ownCode), OP.EXTCODESIZE, OP.POP],
    // Bits of failed calls stay at the bottom of the stack.
    ZERO,
  ]
  let offset = PASSWORD_BYTES
  for (const [index, call] of calls.entries()) {
    const length = size(call.data)
    parts.push(push(length), push(offset), ZERO, OP.CALLDATACOPY, ...attempt(call, length), OP.ISZERO)
    parts.push(...(atomic ? [label(undo), OP.JUMPI] : [push(index), OP.SHL, OP.OR]))
    offset += length
  }
  parts.push(ZERO, OP.MSTORE, push(32), ZERO, OP.RETURN)
  return `0x${parts.join('')}`
}

/** Leaves a non-zero value on the stack when the call succeeds. */
function attempt({ to, value }: BundleCall, length: number): string[] {
  if (to === null) return [push(length), OP.ZERO, push(value), OP.CREATE]
  return [OP.ZERO, OP.ZERO, push(length), OP.ZERO, push(value), push(to), OP.GAS, OP.CALL]
}

/**
 * Code of an account without code while it runs a bundle: it accepts coins and safe transfers of NFTs, tells signatures of its key
 * (EIP-1271) as the delegates of wallets do, and answers nothing else, so that an empty answer never passes for a contract's signature.
 */
export const PLAIN_ACCOUNT: Hex = (() => {
  const { ZERO } = OP
  const hooks = ['0x150b7a02', '0xf23a6e61', '0xbc197c81'] as const
  const selector = [ZERO, OP.CALLDATALOAD, push('0xe0'), OP.SHR]
  const isAsked = (of: Hex, at: number) => [OP.DUP, push(of), OP.EQ, label(at), OP.JUMPI]
  const tests = (reply: number, check: number) => [
    ...hooks.flatMap((hook) => isAsked(hook, reply)),
    ...isAsked('0x1626ba7e', check),
    OP.STOP,
  ]
  const check = bytesOf([...selector, ...tests(0, 0)])
  const reply = check + bytesOf(signatureCheck(0))
  const answers = [OP.JUMPDEST, push('0xe0'), OP.SHL, ZERO, OP.MSTORE, push(32), ZERO, OP.RETURN]
  const none = reply + bytesOf(answers)
  const parts = [...selector, ...tests(reply, check), ...signatureCheck(none), ...answers, OP.JUMPDEST, OP.STOP]
  return `0x${parts.join('')}`
})()

/** Falls through where the 65 bytes of `isValidSignature(hash, signature)` are signed by the account's own key, else jumps to `none`. */
function signatureCheck(none: number): string[] {
  const { ZERO, DUP } = OP
  const word = (at: number) => [DUP, push(at), OP.ADD, OP.CALLDATALOAD]
  return [
    ...[OP.JUMPDEST, push(36), OP.CALLDATALOAD, push(4), OP.ADD],
    ...[DUP, OP.CALLDATALOAD, push(65), OP.EQ, OP.ISZERO, label(none), OP.JUMPI],
    ...[push(4), OP.CALLDATALOAD, ZERO, OP.MSTORE],
    ...[...word(96), ZERO, OP.BYTE, push(32), OP.MSTORE],
    ...[...word(32), push(64), OP.MSTORE],
    ...[push(64), OP.ADD, OP.CALLDATALOAD, push(96), OP.MSTORE],
    // The precompile ecrecover, at address 1, answers one word.
    ...[push(32), push(128), push(128), ZERO, push(1), OP.GAS, OP.STATICCALL],
    ...[push(128), OP.MLOAD, OP.ADDRESS, OP.EQ, OP.AND, OP.ISZERO, label(none), OP.JUMPI],
  ]
}

function push(value: bigint | number | Hex): string {
  const hex = typeof value === 'string' ? value.slice(2) : value.toString(16)
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return `${(0x5f + even.length / 2).toString(16)}${even}`
}

/** PUSH2 for every position: lengths must not depend on it. */
function label(at: number): string {
  return `61${at.toString(16).padStart(4, '0')}`
}

function bytesOf(parts: readonly string[]): number {
  return parts.join('').length / 2
}

/** The simulation with what became of each call; a failure that undoes all of them is named with its place. */
export function withCallResults(
  simulation: Simulation,
  { calls, atomic }: { calls: readonly BundleCall[]; atomic: boolean },
): Simulation {
  const results = simulation.trace === null ? fromAnswer(simulation, calls, atomic) : fromTree(simulation.trace, calls)
  const failed = results?.findIndex(({ success }) => success === false) ?? -1
  const reason = results?.[failed]?.revertReason
  const named =
    simulation.outcome === 'reverted' && calls.length > 1 && reason
      ? `call ${failed + 1} of ${calls.length}: ${reason}`
      : simulation.revertReason
  return { ...simulation, revertReason: named, calls: results }
}

/** Frames come in the order of the calls; one that could not be paid for has none with some engines. */
function fromTree(root: CallFrame, calls: readonly BundleCall[]): CallResult[] {
  let at = 0
  return calls.map(({ to, value, data }) => {
    const frame = root.calls[at]
    const its = frame !== undefined && (to === null || frame.to === to) && frame.value === value && frame.input === data
    if (!its) return { to, success: null, gasUsed: 0n, revertReason: null }
    at++
    const success = frame.error === null
    const reason = success ? null : (frame.revertReason ?? frame.error)
    return { to, success, gasUsed: frame.gasUsed, revertReason: reason }
  })
}

/** Without the tree: the word that the program answers says which calls failed, if it came to its end. */
function fromAnswer(
  { success, output }: Simulation,
  calls: readonly BundleCall[],
  atomic: boolean,
): CallResult[] | null {
  if (!success || (!atomic && output.length !== 66)) return null
  const failed = atomic ? 0n : BigInt(output)
  return calls.map(({ to }, index) => {
    const ok = ((failed >> BigInt(index)) & 1n) === 0n
    return { to, success: ok, gasUsed: 0n, revertReason: ok ? null : revertReason(null) }
  })
}

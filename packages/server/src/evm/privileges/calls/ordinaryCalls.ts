import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { word } from '../../trade/trader.ts'
import type { Candidate } from '../holders/candidate.ts'
import type { Target } from '../holders/targets.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import type { PlannedCall } from './argumentPlan.ts'
import { callOf } from './callOf.ts'
import type { AcceptedCall } from './tried.ts'

const APPROVE: Hex = '0x095ea7b3'
const TRANSFER: Hex = '0xa9059cbb'
const TRANSFER_FROM: Hex = '0x23b872dd'
/** Numbers of the code that are tried as amounts, and accounts in the code as receivers. */
const MAX_MINED = 6
const MIN_ACCOUNT = 1n << 80n

/**
 * Returns the ordinary calls of a token as one account would make them, in rows with each kind of call at most once, since
 * turning a switch twice restores it. One of them spends tokens without an allowance.
 * @param held the holder's tokens in base units.
 */
export function ordinaryCalls(
  context: PrivilegesContext,
  target: Target,
  caller: Candidate,
  held: bigint,
): AcceptedCall[][] {
  const { holder, depositor } = context.fixture
  const find = (selector: Hex) => target.functions.find((made) => made.selector === selector)
  const call = (selector: Hex, args: readonly (Address | bigint)[]): AcceptedCall[] => {
    const made = find(selector)
    if (made === undefined) return []
    const data: Hex = `${selector}${args.map(word).join('')}`
    return [tried(target, caller, made, planned(data, args.map(String), args.includes(holder)))]
  }
  const approve = (spender: Address, amount: bigint) => call(APPROVE, [spender, amount])
  const transfer = (to: Address, amount: bigint) => call(TRANSFER, [to, amount])
  const own = caller.address
  const mined = (selector: Hex) => (find(selector)?.compared?.words ?? []).slice(0, MAX_MINED).map(BigInt)
  const isAccount = (one: bigint) => one >= MIN_ACCOUNT && one >> 160n === 0n
  const account = (one: bigint): Address => `0x${one.toString(16).padStart(40, '0')}`
  const approvals = mined(APPROVE).map((one) => (isAccount(one) ? approve(account(one), 1n) : approve(depositor, one)))
  const transfers = mined(TRANSFER).map((one) => (isAccount(one) ? transfer(account(one), 1n) : transfer(holder, one)))
  return [
    [...approve(depositor, 0n), ...transfer(holder, 0n), ...unnamedCalls(target, caller).slice(0, 1)],
    [...approve(depositor, 1n), ...transfer(own, 0n), ...unnamedCalls(target, caller).slice(1, 2)],
    [...approve(own, 1n), ...transfer(holder, 1n), ...unnamedCalls(target, caller).slice(2)],
    ...sideBySide(approvals, [transfer(own, 1n), ...transfers], [call(TRANSFER_FROM, [holder, own, held / 2n])]),
  ].filter((row) => row.length > 0)
}

/** Returns rows that hold one entry of each kind, as long as the kind has any. */
function sideBySide(...kinds: readonly (readonly AcceptedCall[])[][]): AcceptedCall[][] {
  const rows = Math.max(...kinds.map((kind) => kind.length))
  return Array.from({ length: rows }, (_, row) => kinds.flatMap((kind) => kind[row] ?? []))
}

/** Returns calls of no function: empty data, an unknown selector, and one wei. None where the code refuses them all. */
export function unnamedCalls(target: Target, caller: Candidate): AcceptedCall[] {
  if (target.refusesUnnamed) return []
  return [
    tried(target, caller, RECEIVE, planned('0x', [], false)),
    tried(target, caller, FALLBACK, planned(FALLBACK.selector, [], false)),
    tried(target, caller, RECEIVE, { ...planned('0x', [], false), value: 1n, group: 'a wei' }),
  ]
}

/** Stand-ins for the fallback function and for a payment without data: no function has their selectors. */
export const FALLBACK: ContractFunction = {
  selector: '0x01020304',
  signature: 'fallback()',
  arguments: '',
  mutability: 'payable',
  reads: [],
  writes: [],
  gated: false,
  gatedBy: [],
  balanceWrites: [],
  asks: [],
  sendsNative: true,
}
export const RECEIVE: ContractFunction = { ...FALLBACK, selector: '0x', signature: 'receive()' }

/** Whether a call has no function: a payment without data, or an unknown selector. */
export function isUnnamed({ selector }: Pick<ContractFunction, 'selector'>): boolean {
  return selector === RECEIVE.selector || selector === FALLBACK.selector
}

function planned(data: Hex, args: string[], names: boolean): PlannedCall {
  return { data, args, value: 0n, number: null, group: '', names, flag: null }
}

function tried(target: Target, caller: Candidate, made: ContractFunction, way: PlannedCall): AcceptedCall {
  return { target, made, caller, way, call: callOf(target, caller, way) }
}

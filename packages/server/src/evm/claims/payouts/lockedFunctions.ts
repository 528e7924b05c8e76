import { createHash } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { encodeAbiParameters, numberToHex, parseAbiParameters } from 'viem/utils'
import { StateUnavailable } from '../../../domain/sourceErrors.ts'
import { overridesOf } from '../../decode/readState.ts'
import { argumentTypes } from '../../privileges/calls/argumentPlan.ts'
import type { Simulator } from '../../simulation/simulator.ts'
import { isExitName } from '../calls/exitCalls.ts'
import type { Payer } from '../calls/readPayer.ts'

type Question = {
  block: PinnedBlock
  transaction: Transaction
  simulation: Simulation
  payers: readonly Payer[]
  /** Selectors of the withdrawal that paid, if any did. */
  known: readonly Hex[]
  /** Only functions that can pay back, or feed one that does; else all that change something. */
  payingOnly: boolean
}
/**
 * `byOthers`: names of functions; `bySignature`: signatures open one of them. `bySender`: a secret of the sender's own call opens one that
 * was not executed.
 */
export type LockedFunctions = { byOthers: string[]; bySignature: boolean; bySender: boolean }
type Locked = { payer: Payer; made: ContractFunction }

/** Permits, votes by signature and orders of accounts for themselves, by standards. */
const STANDARD: ReadonlySet<Hex> = new Set([
  '0xd505accf',
  '0x8fcbaf0c',
  '0x9fd5a6cf',
  '0xc3cda520',
  '0xe3ee160e',
  '0xef55bec6',
])
const ERC1271 = '0x1626ba7e'
const ECRECOVER: Address = '0x0000000000000000000000000000000000000001'
const TRANSFERS: ReadonlySet<Hex> = new Set(['0xa9059cbb', '0x23b872dd', '0x42842e0e', '0xf242432a'])
const MAX_FUNCTIONS = 4
const GAS = 900_000n
const COIN = 10n ** 18n
const DAY = 86_400n
/** Below it a word of the call data is a number or an address. */
const MIN_HASH = 1n << 168n

/**
 * Names functions of contracts that only the preimage of a hash opens, or the signature of an account that the contract chose. What
 * they do cannot be executed. The secret that the sender's own call stores, and signatures of the account that a call names, are
 * the sender's.
 */
export async function lockedFunctions(
  simulator: Simulator,
  question: Question,
  signal: AbortSignal,
): Promise<LockedFunctions> {
  const { transaction, payers, known, payingOnly } = question
  const readByExits = new Set(
    payers.flatMap(({ functions }) => functions.filter(isKnown).flatMap(({ reads }) => reads)),
  )
  const called = new Set([transaction, ...(transaction.calls ?? [])].map(({ data }) => data.slice(0, 10)))
  const changing = payers.flatMap((payer) =>
    payer.functions
      .filter(({ mutability, selector }) => mutability !== 'view' && mutability !== 'pure' && !STANDARD.has(selector))
      .filter(({ selector }) => !known.includes(selector) && !called.has(selector))
      .filter((made) =>
        payingOnly
          ? canPay(made) || canFeed(payer, made) || (paysUnseen(payer) && !isIdle(made))
          : (canPay(made) || canTouchExits(payer, made)) && !isIdle(made),
      )
      .map((made): Locked => ({ payer, made })),
  )
  const secret = changing.filter(asksSecret)
  const signed = changing.filter((one) => !secret.includes(one) && asksSignature(one))
  const found: Locked[] = []
  let bySender = false
  for (const one of secret.slice(0, MAX_FUNCTIONS))
    if (await isOwnSecret(one)) bySender = true
    else found.push(one)
  const bySecret = found.length
  for (const one of signed.slice(0, MAX_FUNCTIONS))
    if (await isSignedByOther(one).catch(unreadGuess(one))) found.push(one)
  const byOthers = found.map(({ made }) => made.signature ?? made.selector)
  return { byOthers, bySignature: found.length > bySecret, bySender }

  /** What only may be a signature, or may pay, is no reason to know nothing where the node does not keep the state that it reads. */
  function unreadGuess({ payer, made }: Locked) {
    return (error: unknown): false => {
      if (error instanceof StateUnavailable && (paysUnseen(payer) || hasUntoldList(made))) return false
      throw error
    }
  }

  function isKnown({ selector }: ContractFunction): boolean {
    return known.includes(selector)
  }

  /** Whether it writes what a function that pays reads: a root by which a bridge pays refunds. */
  function canFeed({ functions }: Payer, { writes, selector }: ContractFunction): boolean {
    const paying = functions.filter((one) => one.selector !== selector && canPay(one) && one.mutability !== 'view')
    return paying.some(({ reads }) => reads.some((slot) => writes.includes(slot)))
  }

  /** Whether it may change what the withdrawal that paid reads: only code that was followed to its end shows that it does not. */
  function canTouchExits({ bytecode }: Payer, { writes, writesElsewhere, asks }: ContractFunction): boolean {
    const { delegatecall, callcode, selfdestruct } = bytecode.opcodes
    if (asks.length > 0 || delegatecall || callcode || selfdestruct) return true
    if (writesElsewhere === true || writes.length === 0 || readByExits.size === 0) return true
    return writes.some((slot) => readByExits.has(slot))
  }

  async function run(call: Transaction): Promise<Simulation | null> {
    const base = overridesOf(question.simulation.stateDiff)
    const stateOverrides = { ...base, [call.from]: { ...base[call.from], balance: 1_000n * COIN } }
    const { block } = question
    return (await simulator.simulateSteps({ block, transactions: [call], stateOverrides, signal }))[0] ?? null
  }

  /** Whether the function compares with a hash from the sender's call data, or with none that was set. */
  async function isOwnSecret({ payer, made }: Locked): Promise<boolean> {
    const { block, simulation } = question
    const stateOverrides = overridesOf(simulation.stateDiff)
    const wordsReadBy = async (from: Address) => {
      const data = dataOf(made, { account: from, number: 0n, signature: NO_SIGNATURE })
      const call = { ...bare(payer), from, data }
      return (await simulator.slotsRead({ block, transaction: call, stateOverrides, signal })).get(payer.address)
    }
    const own = ownHashes(question, payer.address)
    if (own.length > 0) {
      const read = await wordsReadBy(transaction.from)
      if (own.some((slot) => read?.has(slot) === true)) return true
    }
    // Secrets of each account for itself: none is set for the account that calls.
    if (payingOnly || made.compared?.fixedHash === true) return false
    const read = await wordsReadBy(payer.address)
    return [...(read?.values() ?? [])].every((word) => BigInt(word) < MIN_HASH)
  }

  /** Whether it checks a signature, and refuses that of the account that the call names. */
  async function isSignedByOther({ payer, made }: Locked): Promise<boolean> {
    const { block } = question
    const privateKey: Hex = `0x${createHash('sha256').update(`${block.hash}:${payer.address}:signer`).digest('hex')}`
    const account = privateKeyToAddress(privateKey).toLowerCase() as Address
    const other = await sign({ hash: privateKey, privateKey, to: 'object' })
    for (const [number, form] of formsOf(made, block.timestamp + DAY)) {
      const ask = (signature: Signature) =>
        run({ ...bare(payer), from: account, data: dataOf(made, { account, number, signature, form }) })
      const refused = await ask(other)
      if (refused === null || refused.success || refused.trace === null) continue
      const check = checkIn(refused.trace, payer.address)
      if (check === null) continue
      if (check.to !== ECRECOVER) return check.to !== account
      const digest = `0x${check.input.slice(2, 66)}` as const
      const accepted = await ask(await sign({ hash: digest, privateKey, to: 'object' }))
      return accepted !== null && !accepted.success && accepted.output === refused.output
    }
    return false
  }
}

/** How a signature is written in bytes: packed, once or as often as a quorum may ask, in one string or in a list, or as three words of `r, s, v` or `v, r, s`. */
type Form = 'packed' | 'quorum' | 'rsv' | 'vrs'

/** Signatures beside each other. */
const QUORUM = 16

/** Numbers and forms of signatures that a function may accept. */
function formsOf(made: ContractFunction, later: bigint): [bigint, Form][] {
  const types = argumentTypes(textOf(made))
  const isBytes = types.some((type) => /^bytes(\[\])?$/.test(type))
  const packed: [bigint, Form][] = [
    [later, 'packed'],
    [0n, 'packed'],
  ]
  if (isBytes) return [...packed, [later, 'rsv'], [later, 'vrs'], [later, 'quorum'], [0n, 'quorum']]
  return hasUntoldList(made) ? [...packed, [later, 'quorum'], [0n, 'quorum']] : packed
}

/** A list whose entries code alone does not tell from numbers: they may be signatures. */
function hasUntoldList({
  signature,
  arguments: recovered,
}: Pick<ContractFunction, 'signature' | 'arguments'>): boolean {
  return signature === null && recovered.includes('uint256[]')
}

type Signature = { r: Hex; s: Hex; v?: bigint | undefined; yParity?: number | undefined }
const NO_SIGNATURE: Signature = { r: numberToHex(1, { size: 32 }), s: numberToHex(1, { size: 32 }), yParity: 0 }

function bare({ address }: Payer): Transaction {
  return { from: address, to: address, value: 0n, data: '0x', gas: GAS }
}

function textOf({ signature, arguments: recovered }: ContractFunction): string {
  return signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
}

function isIdle({ writes, asks, sendsNative, writesElsewhere }: ContractFunction): boolean {
  return writes.length === 0 && asks.length === 0 && !sendsNative && writesElsewhere !== true
}

function canPay({ sendsNative, asks, signature }: ContractFunction): boolean {
  return sendsNative || asks.some((selector) => TRANSFERS.has(selector)) || isExitName(signature)
}

/** No function is seen to move tokens: its transfers go through a library that hides which function they call. */
function paysUnseen({ functions }: Payer): boolean {
  return !functions.some(({ asks }) => asks.some((selector) => TRANSFERS.has(selector)))
}

function asksSecret({ made }: Locked): boolean {
  // Proofs of membership are lists of hashes, which their publishers show to everybody.
  return (
    made.compared?.hashes === true &&
    argumentTypes(textOf(made)).some((type) => /^(bytes\d*|string|uint256)$/.test(type)) &&
    !/bytes32\[/.test(textOf(made)) &&
    !hasUntoldList(made)
  )
}

function asksSignature({ made }: Locked): boolean {
  const types = argumentTypes(textOf(made))
  return types.some((type) => /^bytes(\[\])?$/.test(type)) || partsOf(types) !== null || hasUntoldList(made)
}

/** Where `r` and `s` of a signature in parts stand: beside `v`, else the last two hashes. Code alone does not tell a hash from a number. */
function partsOf(types: readonly string[]): [number, number] | null {
  const isWord = (at: number) => types[at] === 'bytes32' || types[at] === 'uint256'
  const v = types.lastIndexOf('uint8')
  if (v >= 0 && isWord(v + 1) && isWord(v + 2)) return [v + 1, v + 2]
  if (v >= 2 && isWord(v - 1) && isWord(v - 2)) return [v - 2, v - 1]
  const [r, s] = types.flatMap((type, index) => (type === 'bytes32' ? [index] : [])).slice(-2)
  return r === undefined || s === undefined ? null : [r, s]
}

/** Slots of the contract in which the transaction writes a hash from its own call data. */
function ownHashes({ transaction, simulation }: Question, contract: Address): Hex[] {
  const data = [transaction, ...(transaction.calls ?? [])].map((one) => one.data.slice(2)).join('')
  return (Object.entries(simulation.stateDiff[contract]?.storage ?? {}) as [Hex, { after: Hex }][])
    .filter(([, { after }]) => BigInt(after) >= MIN_HASH && data.includes(after.slice(2)))
    .map(([slot]) => slot)
}

/** The first check of a signature that the code of the contract itself makes. */
export function checkIn(frame: CallFrame, contract: Address): { to: Address; input: Hex } | null {
  for (const call of frame.calls) {
    const { from, to, input, type } = call
    const isCheck = to === ECRECOVER || input.startsWith(ERC1271)
    if (to !== null && isCheck && type === 'STATICCALL' && from === contract) return { to, input }
    const inside = type === 'DELEGATECALL' || call.to === contract ? checkIn(call, contract) : null
    if (inside !== null) return inside
  }
  return null
}

function asNumber(type: string, value: Hex): Hex | bigint {
  return type === 'uint256' ? BigInt(value) : value
}

function dataOf(
  made: ContractFunction,
  values: { account: Address; number: bigint; signature: Signature; form?: Form },
): Hex {
  const isQuorum = values.form === 'quorum'
  const told = textOf(made)
  const types = argumentTypes(isQuorum && hasUntoldList(made) ? told.replaceAll('uint256[]', 'bytes[]') : told)
  const [rAt, sAt] = partsOf(types) ?? [-1, -1]
  const { r, s, yParity = 0 } = values.signature
  const v = 27 + yParity
  const last = v.toString(16)
  const packed = `${r.slice(2)}${s.slice(2)}${last}`
  const single: Hex = `0x${packed}`
  const whole = {
    packed: single,
    quorum: `0x${packed.repeat(QUORUM)}`,
    rsv: `${r}${s.slice(2)}${last.padStart(64, '0')}`,
    vrs: `0x${last.padStart(64, '0')}${r.slice(2)}${s.slice(2)}`,
  }[values.form ?? 'packed'] as Hex
  const isCompact = !types.includes('uint8')
  const compact = numberToHex(BigInt(s) | (BigInt(yParity) << 255n), { size: 32 })
  const argumentOf = (type: string, index: number): unknown => {
    const list = /^(.*)\[\d*\]$/.exec(type)
    if (list?.[1] === 'bytes' && isQuorum) return Array.from({ length: QUORUM }, () => single)
    if (list?.[1] !== undefined) return [argumentOf(list[1], NaN)]
    if (type === 'address') return values.account
    if (type === 'bool') return true
    if (type === 'string') return ''
    if (type === 'bytes') return whole
    if (type === 'uint8') return v
    if (index === rAt) return asNumber(type, r)
    if (index === sAt) return asNumber(type, isCompact ? compact : s)
    const bytes = /^bytes(\d+)$/.exec(type)?.[1]
    return bytes === undefined ? values.number : (`0x${'00'.repeat(Number(bytes))}` as Hex)
  }
  try {
    const parameters = parseAbiParameters(types.join(','))
    return `${made.selector}${encodeAbiParameters(parameters, types.map(argumentOf) as never).slice(2)}`
  } catch {
    // Tuples, and types that the recovery invented.
    return `${made.selector}${'0'.repeat(64 * 8)}`
  }
}

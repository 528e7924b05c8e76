import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { argumentTypes } from '../../privileges/calls/argumentPlan.ts'
import { flatTypes, type MadeCall, parameterOf, sharedValues } from './sharedArguments.ts'

/** Values for the arguments of withdrawals. */
export type ExitValues = {
  account: Address
  /** Tokens that left, then the contracts of the deposit. */
  contracts: readonly Address[]
  /** Amounts that left, shares that came, the most a function may be asked for. */
  amounts: readonly bigint[]
  /** Of them the shares that came. Absent: none came. */
  receipts?: readonly bigint[]
  /** Ids that the deposit returned or logged. */
  ids: readonly bigint[]
  /** Accounts that the deposit was made for, by its call data: who cancels it often names them again. */
  named?: readonly Address[]
  /** The called function's own arguments: cancellations often take the same. */
  called: MadeCall | null
  /** Present where another account calls. */
  caller?: OtherCaller
}

/** An account that takes what belongs to the owner. */
export type OtherCaller = {
  address: Address
  /** Calls that a function with a target, an amount and bytes may be asked to make. */
  payloads: readonly { target: Address; value: bigint; data: Hex }[]
  /** Fills what may be a signature with one that recovers some account. */
  signs?: true
}

/** The x coordinate of secp256k1's generator: below half of the group's order, it is a valid r and s of some signature. */
export const SIGNED = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n
export const SIGNED_V = 27n
export const SIGNATURE: Hex = `0x${SIGNED.toString(16).repeat(2)}${SIGNED_V.toString(16)}`

const MAX_WAYS = 12
/** Of them with values of the deposit's own call, and amounts in these. */
const MAX_SHARED_WAYS = 7
const MAX_SHARED_AMOUNTS = 5
const MAX_IDS = 5
/** Of them before the deposit's own arguments, where shares are counted in finer units. */
const MAX_FINER_WAYS = 3
/** Above it a number is an address or a hash. */
const MAX_SUM = 1n << 120n
/** Above it a logged word is a hash, an address or an amount. */
const MAX_ID = 1n << 48n
const MAX_FRAMES = 64

/** Functions of tokens and of ownership, which pay nothing back. */
const NO_EXITS: ReadonlySet<Hex> = new Set([
  '0xa9059cbb',
  '0x095ea7b3',
  '0x23b872dd',
  '0x39509351',
  '0xa457c2d7',
  '0xd505accf',
  '0xa22cb465',
  '0x42842e0e',
  '0xb88d4fde',
  '0x715018a6',
  '0xf2fde38b',
])
const EXIT_NAMES =
  /^_?(emergency|request|queue|initiate|complete|finali[sz]e|force|partial|full|batch|instant|early)?_?(queued|pending)?_?(withdraw|unstake|redeem|claim|cancel|refund|exit|leave|reclaim|retrieve|unlock|unbond|release|remove|unwrap|return|recover|take|get_?(my|money|refund|back)|burn|collect|quit|close)/i

/** Whether a function pays back by its name. */
export function isExitName(signature: string | null): boolean {
  return signature !== null && EXIT_NAMES.test(signature)
}

/** A loan is repaid before its collateral comes back. */
const REPAYMENTS = /^_?(repay|pay_?back|pay_?off|settle)/i

/** Whether a call of this name can be the first step of a withdrawal: a request, or the repayment of a loan. */
export function isStarterName(signature: string): boolean {
  return isExitName(signature) || REPAYMENTS.test(signature)
}

/** Returns the functions that may pay something back, those named like it first. */
export function exitFunctions(functions: readonly ContractFunction[]): ContractFunction[] {
  const rank = (made: ContractFunction) => (isExitName(made.signature) ? 0 : made.signature === null ? 1 : 2)
  return functions
    .filter(({ mutability, selector }) => mutability !== 'view' && mutability !== 'pure' && !NO_EXITS.has(selector))
    .toSorted((a, b) => rank(a) - rank(b) || a.arguments.length - b.arguments.length)
}

/** Returns plausible ways to call a function as the owner of a deposit, the likeliest first. */
export function exitCalls(
  made: Pick<ContractFunction, 'selector' | 'signature' | 'arguments'>,
  values: ExitValues,
): Hex[] {
  const { selector, signature, arguments: recovered } = made
  const text = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  const types = argumentTypes(text)
  if (types.length === 0) return [selector]
  const { called } = values
  const shared = called === null ? [] : sharedCalls(made, text, { ...values, called })
  const repeated: Hex[] =
    called !== null && called.types === types.join(',') && called.data.length > 10
      ? [`${selector}${called.data.slice(10)}`]
      : []
  try {
    const parameters = parseAbiParameters(types.join(','))
    const ways = [...payloadChoices(text, values), ...choices(text, values)].map((choice): Hex => {
      const next = { account: 0, number: 0, word: 0, signed: 0 }
      const filled = parameters.map((parameter) => fill(parameter, { ...choice, next }))
      return `${selector}${encodeAbiParameters(parameters, filled as never).slice(2)}`
    })
    // Shares of finer units: the deposit's own sum would redeem a part of them, and then the whole is refused.
    const isFiner = called !== null && repeated.length > 0 && amountsBeyond(values.receipts ?? [], called.data)
    // A sale of all that came, at any price.
    const sale = isSale(text, values) ? ways.slice(0, 1) : []
    const all = isFiner
      ? [...ways.slice(0, MAX_FINER_WAYS), ...repeated, ...shared, ...ways]
      : [...sale, ...repeated, ...shared, ...ways]
    return [...new Set(all)].slice(0, MAX_WAYS)
  } catch {
    // A type that the recovery invented.
    return [...new Set([...repeated, ...shared])]
  }
}

/** Whether a function of two or more numbers may take the token that came: how many, and the least that is paid for them. */
function isSale(text: string, { receipts = [], caller }: ExitValues): boolean {
  return caller === undefined && receipts.length > 0 && (text.match(/\bu?int\d*\b/g)?.length ?? 0) > 1
}

/** Whether the shares that came are more than each number of the deposit's own call. */
function amountsBeyond([first = 0n]: readonly bigint[], data: Hex): boolean {
  const numbers = (data.slice(10).match(/.{64}/g) ?? []).map((one) => BigInt(`0x${one}`)).filter((one) => one < MAX_SUM)
  return first < MAX_SUM && numbers.every((one) => one < first)
}

/** Calls with what the deposit was told, too: a market's parameters, an index, a key. The rest is filled as in any other call. */
function sharedCalls(
  { selector }: Pick<ContractFunction, 'selector'>,
  text: string,
  values: ExitValues & { called: MadeCall },
): Hex[] {
  const { account, amounts, called } = values
  // The amount and the depositor may differ at the withdrawal.
  const isOwn = (value: unknown) =>
    typeof value === 'bigint' ? amounts.includes(value) : typeof value === 'string' && value.toLowerCase() === account
  const types = flatTypes(text)
  const common = sharedValues(types, called, isOwn)
  if (common === null) return []
  const rest = types.filter((_, at) => common[at] === undefined).join(',')
  try {
    const parameters = types.map(parameterOf)
    return choices(rest, { ...values, ids: [], amounts: amounts.slice(0, MAX_SHARED_AMOUNTS) })
      .slice(0, MAX_SHARED_WAYS)
      .map((choice): Hex => {
        const next = { account: 0, number: 0, word: 0, signed: 0 }
        const filled = parameters.map((parameter, at) => common[at] ?? fill(parameter, { ...choice, next }))
        return `${selector}${encodeAbiParameters(parameters, filled as never).slice(2)}`
      })
  } catch {
    return []
  }
}

/** A call of a function with these accounts, numbers and words, the last of each for all further arguments; null where its types cannot be filled. */
export function callWith(
  { selector, signature, arguments: recovered }: Pick<ContractFunction, 'selector' | 'signature' | 'arguments'>,
  choice: Choice,
): Hex | null {
  const types = argumentTypes(signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1))
  if (types.length === 0) return selector
  try {
    const parameters = parseAbiParameters(types.join(','))
    const next = { account: 0, number: 0, word: 0, signed: 0 }
    const filled = parameters.map((parameter) => fill(parameter, { ...choice, next }))
    return `${selector}${encodeAbiParameters(parameters, filled as never).slice(2)}`
  } catch {
    // A type that the recovery invented.
    return null
  }
}

export type Choice = {
  accounts: readonly Address[]
  numbers: readonly bigint[]
  words: readonly bigint[]
  flag: boolean
  bytes?: Hex
  signs?: true
  /** Lists of any length have no entry. */
  noEntries?: true
}

/** A function that takes a target, perhaps an amount, and bytes may execute any call. */
function payloadChoices(text: string, { caller }: ExitValues): Choice[] {
  if (caller === undefined || caller.signs === true || !/\bbytes\b/.test(text) || !/\baddress\b/.test(text)) return []
  return caller.payloads.map(({ target, value, data }) => ({
    accounts: [target],
    numbers: [value, 0n],
    words: [0n],
    flag: false,
    bytes: data,
  }))
}

/** What contracts of several assets call the native coin. */
export const COIN_NAMES: readonly Address[] = [
  '0x0000000000000000000000000000000000000000',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
]

function isCoin(address: Address): boolean {
  return COIN_NAMES.includes(address)
}

function accountLists(count: number, { account, contracts, named = [], caller }: ExitValues): Address[][] {
  const [contract = account, second] = contracts
  if (count === 0) return [[]]
  if (caller === undefined)
    return count === 1
      ? [
          [account],
          [contract],
          ...(isCoin(contract) && second !== undefined ? [[second]] : []),
          ...named.map((one) => [one]),
        ]
      : [[account], [contract, account], ...named.slice(0, 2).map((one) => [contract, one])]
  const taker = caller.address
  // A payment to the account would leave nothing for the taker.
  if (count === 1) return [[taker], [account], [contract]]
  const tokens = contracts.slice(0, 2)
  if (count === 2)
    return [
      [account, taker],
      ...tokens.flatMap((one) => [
        [one, account],
        [one, taker],
      ]),
      [taker, account],
    ]
  return [
    ...tokens.flatMap((one) => [
      [one, account, taker],
      [account, taker, one],
    ]),
    [account, taker],
  ]
}

function choices(text: string, values: ExitValues): Choice[] {
  const { amounts, ids, caller } = values
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const [addresses, integers] = [count(/\baddress\b/g), count(/\bu?int\d*\b/g)]
  const accounts = accountLists(addresses, values)
  const small = [...ids.filter((id) => id < MAX_ID), 0n]
  // Code alone does not tell a hash from a number.
  const large = ids.filter((id) => id >= MAX_ID)
  const numbers: readonly bigint[][] =
    integers === 0
      ? [[]]
      : integers === 1
        ? [...amounts.slice(0, 3), ...small, ...amounts.slice(3), ...large].map((one) => [one])
        : [
            ...(isSale(text, values) ? (values.receipts ?? []).slice(0, 1).map((one) => [one, 0n]) : []),
            // Kinds of debt: variable is 2 (Aave). The last amount is the smallest.
            ...(caller === undefined ? [] : [...amounts.slice(0, 1), ...amounts.slice(-1)].map((one) => [one, 2n, 0n])),
            // A role or an id that is a hash, beside an amount.
            ...(caller === undefined ? [] : large.slice(0, 1)).flatMap((id) =>
              amounts.slice(0, 1).flatMap((amount) => [
                [id, amount, 0n],
                [amount, id, 0n],
              ]),
            ),
            ...small.slice(0, 3).flatMap((id) => amounts.slice(0, 2).map((amount) => [id, amount, 0n])),
            ...amounts.slice(0, 3).map((amount) => [amount, 0n]),
            ...amounts.slice(0, 2).map((amount) => [amount]),
          ]
  const words: readonly bigint[][] = /\bbytes32\b/.test(text) ? [...large, 0n].map((one) => [one]) : [[0n]]
  const flags = /\bbool\b/.test(text) ? [true, false] : [false]
  return numbers
    .flatMap((own, i) =>
      words.flatMap((word, j) =>
        accounts.flatMap((list, k) =>
          flags.map((flag, l) => ({
            accounts: list,
            numbers: own,
            words: word,
            flag,
            ...(caller?.signs && { signs: true as const, bytes: SIGNATURE }),
            rank: i + j + k + l,
          })),
        ),
      ),
    )
    .toSorted((a, b) => a.rank - b.rank)
}

type Parameter = { type: string; components?: readonly Parameter[] }
type Filling = Choice & { next: { account: number; number: number; word: number; signed: number } }

/** The last value of each kind stands for all further arguments of that kind. */
function fill(parameter: Parameter, choice: Filling): unknown {
  const { type } = parameter
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array !== null) {
    const length = array[2] === '' ? (choice.noEntries === true ? 0 : 1) : Math.min(Number(array[2]), 8)
    return Array.from({ length }, () => fill({ ...parameter, type: array[1] ?? '' }, choice))
  }
  const { next, accounts, numbers, words, flag, bytes: payload, signs } = choice
  // A signature in parts: uint8 v, bytes32 r, bytes32 s.
  if (signs === true && type === 'uint8') {
    next.signed = 2
    return Number(SIGNED_V)
  }
  if (next.signed > 0 && type === 'bytes32') {
    next.signed--
    return `0x${SIGNED.toString(16)}`
  }
  if (next.signed > 0 && type === 'uint256') {
    next.signed--
    return SIGNED
  }
  if (type === 'address') return accounts[Math.min(next.account++, accounts.length - 1)]
  if (type === 'bool') return flag
  if (type === 'tuple') {
    return (parameter.components ?? []).map((one) => fill(one, choice))
  }
  const bits = /^u?int(\d*)$/.exec(type)?.[1]
  if (bits !== undefined) {
    const value = numbers[Math.min(next.number++, numbers.length - 1)] ?? 0n
    const width = BigInt(bits === '' ? 256 : bits) - (type.startsWith('int') ? 1n : 0n)
    const max = 2n ** width - 1n
    return value > max ? max : value
  }
  const bytes = /^bytes(\d+)$/.exec(type)?.[1]
  if (bytes === undefined) return type === 'string' ? '' : (payload ?? '0x')
  const value = words[Math.min(next.word++, words.length - 1)] ?? 0n
  return `0x${value
    .toString(16)
    .padStart(64, '0')
    .slice(0, Number(bytes) * 2)}`
}

/** Returns small and large numbers that the contracts returned or logged in the execution: ids of what was made. */
export function idsOf(trace: CallFrame | null, contracts: readonly Address[]): bigint[] {
  const words: string[] = []
  let left = MAX_FRAMES
  const add = (word: string | undefined) => {
    if (word?.length === 64) words.push(word)
  }
  const walk = (frame: CallFrame): void => {
    if (frame.error !== null || left-- <= 0) return
    if (frame.to !== null && contracts.includes(frame.to)) {
      add(frame.output?.slice(2, 66))
      for (const log of frame.logs) {
        for (const topic of log.topics.slice(1)) add(topic.slice(2))
        for (const word of (log.data.slice(2).match(/.{64}/g) ?? []).slice(0, 8)) add(word)
      }
    }
    for (const call of frame.calls) walk(call)
  }
  if (trace !== null) walk(trace)
  return idsAmong(words.map((word) => BigInt(`0x${word}`)))
}

/** Returns those of the numbers that may be ids, small ones first. */
export function idsAmong(numbers: readonly bigint[]): bigint[] {
  // Addresses are no ids; what lies between is an amount.
  const all = [...new Set(numbers)].filter((value) => value < MAX_ID || value >> 168n !== 0n)
  return [
    ...all.filter((id) => id > 0n && id < MAX_ID).slice(0, MAX_IDS),
    ...all.filter((id) => id >= MAX_ID).slice(0, 3),
  ]
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { word } from '../../trade/trader.ts'
import { COIN_NAMES, callWith } from '../calls/exitCalls.ts'
import type { Payer } from '../calls/readPayer.ts'
import type { Best, Walk } from '../runs/claimRuns.ts'

/** Calls of an account with code, and the call that its code makes when it is called back. */
export type Attempt = {
  made: ContractFunction
  callback: Call
  /** The call that takes what is gained, where it is another one. */
  followedBy: Hex | null
  blocks: Walk['blocks']
}
type Call = Transaction & { to: Address }
export type Entry = Pick<Call, 'to' | 'value' | 'data'>
/** A function that calls back, other than the deposit itself. */
type Lender = { lender: Address; made: ContractFunction }

type Asked = {
  /** The depositor, and the account in its place with its friend. */
  account: Address
  taker: Address
  friend: Address
  deposit: Entry
  /** What left, and how much of it. */
  asset: Address | null
  amount: bigint
  /** The withdrawal that paid the depositor, and other ones. */
  paid: Best
  exits: readonly Transaction[]
  /** Numbers that the deposit raised: ids of what comes next. */
  counters: readonly bigint[]
  /** The token calls its sender and its recipient. */
  hooked: boolean
}

const GAS = 3_000_000n
const TRANSFER_FROM: Hex = '0x23b872dd'
const MAX_ATTEMPTS = 16
const MAX_LOANS = 3
const MAX_OTHER_DEPOSITS = 2
const MAX_MOVES = 2
const MAX_OTHER_EXITS = 2
/** Percent of a loan that pays it back with its fee. */
const REPAID_PERCENT = 110n

/** Functions of the contracts that call back and that any account may call, without the deposit itself. */
export function lendersAmong(payers: readonly Payer[], { data }: Entry): Lender[] {
  return payers
    .flatMap(({ address: lender, functions }) =>
      functions
        .filter((one) => one.callsBack === true && isOpen(one) && !data.startsWith(one.selector))
        .map((made) => ({ lender, made })),
    )
    .slice(0, MAX_LOANS)
}

/**
 * Returns what an account can try while it is called back: a deposit that pays a loan back, a withdrawal before another one or a deposit is
 * booked, and a move of the record. Nothing where no code calls back.
 */
export function callbackAttempts(functions: readonly ContractFunction[], lenders: readonly Lender[], asked: Asked) {
  const { account, taker, friend, deposit, asset, amount, paid, exits, counters, hooked } = asked
  const contract = deposit.to
  const arm = callBy(taker, { to: taker, value: 0n, data: '0x' })
  const exit = exitOf(paid, contract)
  const made = functions.find(({ selector }) => exit?.data.startsWith(selector))
  const entered = functions.find(({ selector }) => deposit.data.startsWith(selector))
  return [...duringExit(), ...duringDeposit(), ...lenders.flatMap(duringLoan)].slice(0, MAX_ATTEMPTS)

  /** The deposit pays a loan back; what it is credited for is withdrawn. */
  function duringLoan({ lender, made: loan }: Lender): Attempt[] {
    const named = asset ?? COIN_NAMES[0] ?? taker
    const repaid = (amount * REPAID_PERCENT) / 100n
    const lists = [
      [taker, named],
      [named, taker],
    ]
    const calls = lists.map((accounts) => callWith(loan, { accounts, numbers: [amount, 0n], words: [0n], flag: false }))
    const callbacks = [byTaker(deposit, repaid), ...otherDeposits(repaid)]
    return [...new Set(calls)].flatMap((data): Attempt[] => {
      if (data === null) return []
      const blocks = withdrawing([arm, callBy(taker, { to: lender, value: 0n, data })], repaid)
      return callbacks.map((callback) => ({ made: loan, callback, followedBy: paid.call?.data ?? null, blocks }))
    })
  }

  /** Functions that take the asset in and write what the deposit writes: one of them may lack the lock. */
  function otherDeposits(sum: bigint): Call[] {
    const takesIn = ({ mutability, asks }: ContractFunction) =>
      asset === null ? mutability === 'payable' : asks.includes(TRANSFER_FROM)
    return functions
      .filter((one) => one !== entered && one !== made && one.callsBack !== true && isOpen(one) && takesIn(one))
      .filter(({ writes, writesElsewhere }) => writesElsewhere ?? writes.some((slot) => entered?.writes.includes(slot)))
      .slice(0, MAX_OTHER_DEPOSITS)
      .flatMap((one) => {
        const numbers = asset === null ? [0n] : [sum]
        const accounts = asset !== null && /address.*address/.test(one.arguments) ? [asset, taker] : [taker]
        const data = callWith(one, { accounts, numbers, words: [0n], flag: false })
        return data === null ? [] : [callBy(taker, { to: contract, value: asset === null ? sum : 0n, data })]
      })
  }

  /** The withdrawal of a deposit of the account's own, with another call while it is paid out. */
  function duringExit(): Attempt[] {
    if (exit === null || made === undefined) return []
    if (made.callsBack !== true && !made.sendsNative && !hooked) return []
    const own = [byTaker(deposit), arm]
    const others = exits.filter(({ to, data }) => to === contract && !data.startsWith(made.selector))
    const unique = [...new Map(others.map((one) => [one.data.slice(0, 10), one])).values()]
    const again = [exit, ...unique.slice(0, MAX_OTHER_EXITS).map((one) => byTaker({ ...one, to: contract }))]
    const moves = functions
      .filter((one) => /^(address,uint256|uint256,address)$/.test(one.arguments) && one !== made && isOpen(one))
      .slice(0, MAX_MOVES)
      .flatMap((one) => callWith(one, { accounts: [friend], numbers: [amount], words: [0n], flag: false }) ?? [])
    const byFriend = callBy(friend, { ...exit, data: exit.data.replaceAll(taker.slice(2), friend.slice(2)) as Hex })
    return [
      ...again.map((callback) => ({ made, callback, followedBy: null, blocks: withdrawing(own, amount) })),
      ...moves.map((data) => ({
        made,
        callback: callBy(taker, { to: contract, value: 0n, data }),
        followedBy: exit.data,
        blocks: [...withdrawing(own, amount), { calls: [byFriend] }],
      })),
    ]
  }

  /** A second deposit, with the withdrawal of the first one while it is paid in. */
  function duringDeposit(): Attempt[] {
    if (exit === null || entered === undefined || !(hooked || entered.callsBack === true)) return []
    const own = [byTaker(deposit), arm, byTaker(deposit)]
    return [{ made: entered, callback: exit, followedBy: exit.data, blocks: withdrawing(own, 2n * amount) }]
  }

  /** Of the withdrawal that paid, the first call: later ones of the same function may have paid nothing more. */
  function exitOf({ call, walk, block }: Best, to: Address): Call | null {
    if (call === null || call.to !== to) return null
    const selector = call.data.slice(0, 10)
    const made = walk?.blocks[block]?.calls.find((one) => one.to === to && one.data.startsWith(selector))
    return byTaker({ ...(made ?? call), to })
  }

  /** The first calls, then the withdrawal that paid the depositor. */
  function withdrawing(first: readonly Transaction[], sum: bigint): Walk['blocks'] {
    const [now, ...later] = paid.walk?.blocks ?? []
    const ownCalls = (calls: readonly Transaction[]) =>
      calls.flatMap((one) => (one.to === null ? [] : [byTaker({ ...one, to: one.to }, sum)]))
    return [
      { calls: [...first, ...ownCalls(now?.calls ?? [])] },
      ...later.map((one) => ({ ...one, calls: ownCalls(one.calls) })),
    ]
  }

  /** A call of the depositor by the account: with another amount, and with the id that comes next. */
  function byTaker({ to, value, data }: Entry, sum = amount): Call {
    const args = data.slice(10).match(/.{1,64}/g) ?? []
    const changed = args.map((one) => {
      if (one.length < 64) return one
      const number = BigInt(`0x${one}`)
      if (number === amount) return word(sum)
      return counters.includes(number) ? word(number + 1n) : one.replace(account.slice(2), taker.slice(2))
    })
    const own: Hex = `0x${data.slice(2, 10)}${changed.join('')}`
    return callBy(taker, { to, value: value === amount ? sum : value, data: own })
  }
}

function callBy(from: Address, { to, value, data }: Entry): Call {
  return { from, to, value, data, gas: GAS }
}

function isOpen({ gated, mutability }: ContractFunction): boolean {
  return !gated && mutability !== 'view' && mutability !== 'pure'
}

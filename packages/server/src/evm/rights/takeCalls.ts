import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { callWith, exitCalls, isExitName } from '../claims/calls/exitCalls.ts'
import { words } from '../trade/trader.ts'

/** Values of the arguments by which an account may take what belongs to another. */
export type TakeValues = {
  /** Whose assets they are. */
  account: Address
  tokens: readonly Address[]
  amounts: readonly bigint[]
  ids: readonly bigint[]
  /** What the contract holds: null is the native coin. */
  held: readonly { token: Address | null; amount: bigint }[]
  /** Tokens of its own that a function may be told: absent where the contract names those it works with. */
  coins?: readonly Address[]
}

const GAS = 900_000n
const MAX_WAYS = 8
/** Amounts of each of the account's own tokens. */
const MAX_COIN_WAYS = 3
const MAX_PAYLOADS = 3
/** Holders' acts on tokens of their own, and approvals, which other rules judge. */
const OWN_ACTS: ReadonlySet<Hex> = new Set([
  ...(['0xa9059cbb', '0x095ea7b3', '0x23b872dd', '0x39509351', '0xa457c2d7', '0xd505accf', '0xa22cb465'] as const),
  ...(['0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6', '0x715018a6'] as const),
])
const TAKE_NAMES =
  /^_?(\w*(withdraw|redeem|claim|spend|borrow|draw|execute|send|transfer|move|sweep|pull|take|inherit|collect|liquidate|swap|call)\w*|setOwner|setSubnodeOwner)\(/i

/**
 * Returns the functions by which another account may take something: those that read what the transaction wrote come first, then those
 * that read what these write.
 */
export function takeFunctions(functions: readonly ContractFunction[], called: readonly Hex[]): ContractFunction[] {
  const written = new Set(functions.filter(({ selector }) => called.includes(selector)).flatMap(({ writes }) => writes))
  const isNamed = ({ signature }: ContractFunction) =>
    isExitName(signature) || (signature !== null && TAKE_NAMES.test(signature))
  const isFirst = ({ reads }: ContractFunction) => reads.some((slot) => written.has(slot))
  const next = new Set(functions.filter(isFirst).flatMap(({ writes }) => writes))
  const isSecond = ({ reads }: ContractFunction) => reads.some((slot) => next.has(slot))
  const rank = (made: ContractFunction) => (isFirst(made) ? 0 : isSecond(made) ? 2 : 4) + (isNamed(made) ? 0 : 1)
  return functions
    .filter(({ mutability, selector }) => mutability !== 'view' && mutability !== 'pure' && !OWN_ACTS.has(selector))
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Returns plausible calls of a function by which the taker gets what belongs to the account. `signs`: with what may be a signature. */
export function takeCalls(
  { contract, made }: { contract: Address; made: ContractFunction },
  taker: Address,
  values: TakeValues,
  signs?: true,
): Transaction[] {
  const { account, tokens, amounts, ids, held, coins = [] } = values
  const payloads = held
    .filter(({ amount }) => amount > 0n)
    .slice(0, MAX_PAYLOADS)
    .map(({ token, amount }) =>
      token === null
        ? { target: taker, value: amount, data: '0x' as const }
        : { target: token, value: 0n, data: words('0xa9059cbb', taker, amount) },
    )
  const asked = {
    account,
    contracts: tokens,
    amounts,
    ids,
    called: null,
    caller: { address: taker, payloads, ...(signs && { signs }) },
  }
  // A token of the account's own, paid to the taker: which argument is the token, its types do not tell.
  const isAsked = (made.signature ?? made.arguments).match(/\baddress\b/g)?.length === 2
  const paying = (isAsked ? coins : []).flatMap((token) =>
    amounts.slice(0, MAX_COIN_WAYS).flatMap((amount) =>
      [
        [token, taker],
        [taker, token],
      ].flatMap((accounts) => callWith(made, { accounts, numbers: [amount], words: [0n], flag: false }) ?? []),
    ),
  )
  return [...new Set([...paying, ...exitCalls(made, asked).slice(0, MAX_WAYS)])].map((data) =>
    callAs(taker, contract, data),
  )
}

export function callAs(from: Address, to: Address, data: Hex): Transaction {
  return { from, to, value: 0n, data, gas: GAS }
}

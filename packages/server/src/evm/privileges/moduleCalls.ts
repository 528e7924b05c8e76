import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { encodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils'
import { argumentTypes } from './calls/argumentPlan.ts'
import { type DelegateWay, type Filling, filledCalls, type Parameter } from './drainingCalls.ts'

/** Accounts among the arguments that are tried in each place. */
const MAX_PLACED = 3
const MAX_WAYS = 36
const ABI = parseAbi(['function transfer(address to, uint256 amount)'])
/** Values of arguments: the wallet that enabled the module, a token that it holds, and the account that takes it. */
export type ModuleRoles = { wallet: Address; token: Address; taker: Address; amount: bigint }

/** Calls of one function of a module that would make a wallet pay a taker, or that name the taker for the wallet: the likeliest first. */
export function moduleCalls(made: ContractFunction, roles: ModuleRoles): DelegateWay[] {
  const text = made.signature === null ? made.arguments : made.signature.slice(made.signature.indexOf('(') + 1, -1)
  const types = argumentTypes(text)
  if (types.length === 0) return [{ data: made.selector, signature: made.signature, args: [] }]
  const count = { accounts: countOf(text, /\baddress\b/g), numbers: countOf(text, /\bu?int\d*\b/g) }
  try {
    const parameters = parseAbiParameters(types.join(',')) as readonly Parameter[]
    const fillings = [...fillingsOf(count, { hasBytes: /\bbytes\b/.test(text), roles })]
    return filledCalls(made, parameters, { fillings, numbers: count.numbers }).slice(0, MAX_WAYS)
  } catch {
    // A type that the recovery invented.
    return []
  }
}

function* fillingsOf(
  { accounts, numbers }: { accounts: number; numbers: number },
  { hasBytes, roles: { wallet, token, taker, amount } }: { hasBytes: boolean; roles: ModuleRoles },
): Generator<Filling> {
  const transfer = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [taker, amount] })
  const all = placesOf(Math.min(accounts, MAX_PLACED), [wallet, taker, token])
  // A written call carries no coins of its own.
  const values = numbers === 0 ? [0n] : hasBytes ? [0n, amount] : [amount, 0n]
  for (const value of values)
    for (const places of all)
      for (const bytes of hasBytes ? ([transfer, '0x'] as const) : (['0x'] as const satisfies readonly Hex[]))
        yield { accounts: (at) => places[at] ?? taker, number: () => value, bytes, word: 0n }
}

/** Each of the accounts in each place: the wallet first, and no account twice, come before the others. */
function placesOf(count: number, accounts: readonly [Address, Address, Address]): Address[][] {
  let places: Address[][] = [[]]
  for (let at = 0; at < count; at++) places = places.flatMap((some) => accounts.map((one) => [...some, one]))
  const rank = (some: readonly Address[]) => (some[0] === accounts[0] ? 0 : 8) + some.length - new Set(some).size
  return places.toSorted((a, b) => rank(a) - rank(b))
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

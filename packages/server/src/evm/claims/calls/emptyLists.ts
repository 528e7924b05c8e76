import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { callAs } from '../../rights/takeCalls.ts'
import { callWith } from './exitCalls.ts'

const LIST = /\[\]|\bbytes\b/

/**
 * Returns payments of a contract to an account that need as many signatures as a list has, with a list of none: what is left once no signature
 * is asked for. Empty where the function takes no list.
 */
export function callsWithEmptyLists(
  { contract, made }: { contract: Address; made: ContractFunction },
  taker: Address,
  pots: readonly { asset: Address | null; amount: bigint }[],
): Transaction[] {
  const types = made.signature === null ? made.arguments : made.signature.slice(made.signature.indexOf('('))
  if (!LIST.test(types)) return []
  return pots.flatMap(({ asset, amount }) =>
    [
      [taker],
      ...(asset === null
        ? []
        : [
            [asset, taker],
            [taker, asset],
          ]),
    ].flatMap((accounts) => {
      const data = callWith(made, { accounts, numbers: [amount, 0n], words: [0n], flag: false, noEntries: true })
      return data === null ? [] : [callAs(taker, contract, data)]
    }),
  )
}

import { encodePacked } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { Condition } from './condition.ts'

/** A caveat of MetaMask's delegation framework (ERC-7710): the enforcer that checks it, and its packed terms. */
export type Caveat = {
  name: string
  enforcer: Address
  terms: Hex
  /** True: the balance falls by at most `amount`; false: it rises by at least that. */
  decrease: boolean
  amount: bigint
  condition: Condition
}

/** Enforcers of version 1.3.0, at one address on every network. github.com/MetaMask/delegation-framework, documents/Deployments.md. */
export const BALANCE_ENFORCERS = {
  native: '0xbd7b277507723490cd50b12eaafe87c616be6880',
  token: '0xcdf6ab796408598cea671d79506d7d48e97a5437',
  item: '0x63c322732695cafbbd488fc6937a0a7b66fc001a',
} as const satisfies Record<string, Address>

/** The account code of the framework that an EOA delegates to. */
export const METAMASK_DELEGATOR: Address = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'

/**
 * Writes the balances of one account as caveats. Caveats compare with the balance before the calls, so that they need it; other
 * conditions have no enforcer here and are returned as `left`. One caveat for each asset: two for one would lock each other out.
 */
export function delegationCaveats(
  conditions: readonly Condition[],
  account: Address,
): { caveats: Caveat[]; left: Condition[] } {
  const caveats: Caveat[] = []
  const left: Condition[] = []
  for (const condition of conditions) {
    const caveat = condition.account === account ? caveatOf(condition) : null
    if (caveat === null) left.push(condition)
    else caveats.push(caveat)
  }
  return { caveats, left }
}

function caveatOf(condition: Condition): Caveat | null {
  const { kind, target, account, id, before, min } = condition
  if (before === null) return null
  // A floor at the balance of before is a decrease of zero: an increase of zero would say the same, and reads like no bound.
  const decrease = min <= before
  const amount = decrease ? before - min : min - before
  const shared = { decrease, amount, condition }
  switch (kind) {
    case 'native-balance':
      return {
        ...shared,
        name: 'NativeBalanceChangeEnforcer',
        enforcer: BALANCE_ENFORCERS.native,
        terms: encodePacked(['bool', 'address', 'uint256'], [decrease, account, amount]),
      }
    case 'token-balance':
      return {
        ...shared,
        name: 'ERC20BalanceChangeEnforcer',
        enforcer: BALANCE_ENFORCERS.token,
        terms: encodePacked(['bool', 'address', 'address', 'uint256'], [decrease, target, account, amount]),
      }
    case 'item-balance':
      return {
        ...shared,
        name: 'ERC1155BalanceChangeEnforcer',
        enforcer: BALANCE_ENFORCERS.item,
        terms: encodePacked(
          ['bool', 'address', 'address', 'uint256', 'uint256'],
          [decrease, target, account, id, amount],
        ),
      }
    default:
      return null
  }
}

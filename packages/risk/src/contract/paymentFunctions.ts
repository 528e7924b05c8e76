import type { Hex } from '../address.ts'
import type { ContractFunction } from '../facts/bytecode.ts'

/** Functions of tokens and of the wrapped coin by which a contract pays. */
const PAYMENTS: ReadonlySet<Hex> = new Set(['0xa9059cbb', '0x23b872dd', '0x42842e0e', '0xf242432a', '0x2e1a7d4d'])
/** Acts of holders on tokens of their own. */
const OWN_ACTS: ReadonlySet<Hex> = new Set([
  ...(['0xa9059cbb', '0x095ea7b3', '0x23b872dd', '0xd505accf'] as const),
  ...(['0xa22cb465', '0x42842e0e', '0xb88d4fde'] as const),
])

/** Whether a function changes state and can pay: in coins, or by a call of a token. */
export function canPay(one: ContractFunction): boolean {
  const changes = one.mutability !== 'view' && one.mutability !== 'pure'
  return changes && !OWN_ACTS.has(one.selector) && (one.sendsNative || paysTokens(one))
}

/** Whether a function can move tokens of another contract. */
export function paysTokens({ asks }: Pick<ContractFunction, 'asks'>): boolean {
  return asks.some((one) => PAYMENTS.has(one))
}

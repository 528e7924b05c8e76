import type { Address, DecodedCall, Payee, Transaction } from '../facts.ts'
import { SELECTORS } from '../selectors.ts'

/** Receivers of the plain transfers that the call data asks for, native and token, on behalf of the principals. */
export function derivePayees(
  transaction: Transaction,
  steps: readonly DecodedCall[],
  principals: readonly Address[],
): Payee[] {
  return steps.flatMap((step, index) => payeesOf(step, index === 0 ? transaction : null, principals))
}

function payeesOf(step: DecodedCall, root: Transaction | null, principals: readonly Address[]): Payee[] {
  const { to, selector, args, value } = step
  if (to === null || step.calls.length > 0) return []
  const plain = root ? root.data === '0x' : selector === null && step.functionName === null
  if (plain)
    return value > 0n && !principals.includes(to) ? [{ address: to, asset: null, tokenId: null, amount: value }] : []
  const payee = (address: unknown, amount: unknown, tokenId: unknown = null): Payee[] =>
    typeof address === 'string' && typeof amount === 'bigint'
      ? [{ address: address as Address, asset: to, tokenId: typeof tokenId === 'bigint' ? tokenId : null, amount }]
      : []
  const ours = principals.some((principal) => principal === args[0])
  switch (selector) {
    case SELECTORS.transfer:
      return payee(args[0], args[1])
    case SELECTORS.transferFrom:
      // The same selector moves an amount (ERC-20) or a token id (ERC-721): only the ABI that matched can tell.
      if (!ours) return []
      return step.abi === 'erc721' ? payee(args[1], 1n, args[2]) : payee(args[1], args[2])
    case SELECTORS.safeTransferFrom:
    case SELECTORS.safeTransferFromWithData:
      return ours ? payee(args[1], 1n, args[2]) : []
    case SELECTORS.safeTransferFrom1155:
      return ours ? payee(args[1], args[3], args[2]) : []
    case SELECTORS.safeBatchTransferFrom:
      return ours && Array.isArray(args[2])
        ? args[2].flatMap((id, at) => payee(args[1], Array.isArray(args[3]) ? args[3][at] : null, id))
        : []
    default:
      return []
  }
}

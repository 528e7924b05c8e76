import type { Static } from 'typebox'
import type { Authorization } from '../../risk/facts/transaction.ts'
import type { Authorization as AuthorizationSchema } from '../schemas/transactionParts.ts'
import { invalid, lower, quantity, UINT64 } from './transactionMembers.ts'

/**
 * An EIP-7702 authorisation, signed or not. `at` is its path in the body.
 * @throws ApiError VALIDATION_ERROR for half a signature: it could be taken for an unsigned one, which is the sender's.
 */
export function readAuthorization(entry: Static<typeof AuthorizationSchema>, at: string): Authorization {
  const { yParity, r, s } = entry
  const signature = { yParity, r, s }
  const names = ['yParity', 'r', 's'] as const
  const missing = names.find((name) => signature[name] === undefined)
  const given = names.find((name) => signature[name] !== undefined)
  if (missing && given)
    throw invalid(`body.${at}.${missing}: missing beside ${given}; send yParity, r and s, or none of them`)
  return {
    chainId: Number(quantity(`${at}.chainId`, entry.chainId, BigInt(Number.MAX_SAFE_INTEGER))),
    address: lower(entry.address),
    nonce: quantity(`${at}.nonce`, entry.nonce, UINT64),
    ...(yParity !== undefined && { yParity: Number(quantity(`${at}.yParity`, yParity, 1n)) }),
    ...(r !== undefined && { r: lower(r) }),
    ...(s !== undefined && { s: lower(s) }),
  }
}

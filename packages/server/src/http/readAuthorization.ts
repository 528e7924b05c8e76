import type { Static } from 'typebox'
import type { Authorization } from '../risk/facts.ts'
import type { Authorization as AuthorizationSchema } from './schemas/transactionParts.ts'
import { lower, quantity, UINT64 } from './transactionMembers.ts'

/** An EIP-7702 authorisation, signed or not. `at` is its path in the body. */
export function readAuthorization(entry: Static<typeof AuthorizationSchema>, at: string): Authorization {
  const { yParity, r, s } = entry
  return {
    chainId: Number(quantity(`${at}.chainId`, entry.chainId, BigInt(Number.MAX_SAFE_INTEGER))),
    address: lower(entry.address),
    nonce: quantity(`${at}.nonce`, entry.nonce, UINT64),
    ...(yParity !== undefined && { yParity: Number(quantity(`${at}.yParity`, yParity, 1n)) }),
    ...(r !== undefined && { r: lower(r) }),
    ...(s !== undefined && { s: lower(s) }),
  }
}

import type { Address } from '@redoubt/risk/address.ts'
import type { Authorization, Transaction } from '@redoubt/risk/facts/transaction.ts'
import { recoverAuthorizationAddress } from 'viem/utils'

/** The transaction with the signer of each signed EIP-7702 authorisation; an unsigned one is the sender's to sign. */
export async function readAuthorities(transaction: Transaction): Promise<Transaction> {
  if (!transaction.authorizationList) return transaction
  const authorizationList = await Promise.all(transaction.authorizationList.map(withAuthority))
  return { ...transaction, authorizationList }
}

async function withAuthority(authorization: Authorization): Promise<Authorization> {
  const { chainId, address, nonce, r, s, yParity } = authorization
  if (r === undefined || s === undefined || yParity === undefined) return authorization
  try {
    const signed = { chainId, address, nonce: Number(nonce), r, s, yParity }
    const authority = (await recoverAuthorizationAddress({ authorization: signed })).toLowerCase() as Address
    return { ...authorization, authority }
  } catch {
    // No point of the curve: it is judged as if the sender were asked for it, which is the worse case.
    return authorization
  }
}

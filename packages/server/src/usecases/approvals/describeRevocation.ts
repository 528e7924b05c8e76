import type { Address } from '@redoubt/risk/address.ts'
import type { Revocation, RevokedPermission } from '@redoubt/risk/revocationFacts.ts'
import { quote } from '@redoubt/risk/wording/quote.ts'
import { getAddress } from 'viem/utils'

const NO_ONE: Address = `0x${'0'.repeat(40)}`

/** Describes a revocation to its signer in one sentence. */
export function describeRevocation({ method, permissions, authorization, about }: Revocation): string {
  const [one] = permissions
  const named = one?.spender ?? about?.spender
  const spender = named === undefined ? 'the spender' : getAddress(named)
  const token = one === undefined ? getAddress(about?.token ?? NO_ONE) : nameOf(one)
  switch (method) {
    case 'approve':
      if (one?.standard === 'erc721') return `Revokes the approval of ${spender} for item ${one.tokenId} of ${token}.`
      return `Sets the allowance of ${spender} over ${token} to zero.`
    case 'decreaseAllowance':
      return `Lowers the allowance of ${spender} over ${token} by its full amount: this token rejects a zero allowance.`
    case 'approve-one':
      return `Sets the allowance of ${spender} over ${token} to one base unit: this token rejects less.`
    case 'setApprovalForAll':
      return `Revokes the operator approval of ${spender} for every item of ${token}.`
    case 'lockdown':
      return permissions.length === 1
        ? `Ends the allowance of ${spender} over ${token} in Permit2.`
        : `Ends ${permissions.length} allowances in Permit2 at once.`
    case 'invalidateNonces':
      return `Invalidates the unused Permit2 signatures that let ${spender} take the token ${token}.`
    case 'undelegate':
      return `Revokes the EIP-7702 delegation of the account to ${spender}. The account itself sends it next, with nonce ${
        (authorization?.nonce ?? 1n) - 1n
      }; if another account sends it, the authorization needs that nonce.`
  }
}

function nameOf({ symbol, token }: RevokedPermission): string {
  if (symbol !== null) return quote(symbol)
  return token === null ? 'the token' : getAddress(token)
}

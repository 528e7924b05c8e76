import { getAddress } from 'viem/utils'
import type { Address } from '../../risk/facts.ts'
import type { Revocation, RevokedPermission } from '../../risk/revocationFacts.ts'
import { quote } from '../../risk/wording/quote.ts'

const NO_ONE: Address = `0x${'0'.repeat(40)}`

/** One sentence for whoever is to sign it. */
export function describeRevocation({ method, permissions, authorization, about }: Revocation): string {
  const [one] = permissions
  const named = one?.spender ?? about?.spender
  const spender = named === undefined ? 'the spender' : getAddress(named)
  const token = one === undefined ? getAddress(about?.token ?? NO_ONE) : nameOf(one)
  switch (method) {
    case 'approve':
      if (one?.standard === 'erc721')
        return `Withdraws the permission of ${spender} to take item ${one.tokenId} of ${token}.`
      return `Sets the allowance of ${spender} over ${token} to zero.`
    case 'decreaseAllowance':
      return `Lowers the allowance of ${spender} over ${token} by all of it: this token refuses to set it to zero.`
    case 'approve-one':
      return `Sets the allowance of ${spender} over ${token} to one base unit: this token refuses less.`
    case 'setApprovalForAll':
      return `Withdraws the permission of ${spender} to take every item of ${token}.`
    case 'lockdown':
      return permissions.length === 1
        ? `Ends the allowance of ${spender} over ${token} in Permit2.`
        : `Ends ${permissions.length} allowances in Permit2 at once.`
    case 'invalidateNonces':
      return `Makes signatures worthless that let ${spender} take the token ${token} through Permit2 and were not used yet.`
    case 'undelegate':
      return `Takes the code ${spender} off the account (EIP-7702). The account itself sends it next, with nonce ${
        (authorization?.nonce ?? 1n) - 1n
      }; sent by somebody else, the authorisation needs that nonce.`
  }
}

function nameOf({ symbol, token }: RevokedPermission): string {
  if (symbol !== null) return quote(symbol)
  return token === null ? 'the token' : getAddress(token)
}

import type { Address } from '@redoubt/risk/address.ts'
import type { Revocation, RevocationMethod, RevokedPermission } from '@redoubt/risk/facts/revocationFacts.ts'
import { quote } from '@redoubt/risk/wording/accountNames.ts'
import { getAddress } from 'viem/utils'

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/** Describes a revocation to its signer in one sentence. */
export function describeRevocation(revocation: Revocation): string {
  const { method, permissions, about } = revocation
  const [one] = permissions
  const named = one?.spender ?? about?.spender
  const spender = named === undefined ? 'the spender' : getAddress(named)
  const token = one === undefined ? getAddress(about?.token ?? ZERO_ADDRESS) : nameOf(one)
  switch (method) {
    case 'approve':
      if (one?.standard === 'erc721') return `Revokes the approval of ${spender} for item ${one.tokenId} of ${token}.`
      if (one?.standard === 'erc6909')
        return `Sets the allowance of ${spender} over id ${one.tokenId} of ${token} to zero.`
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
      return `Revokes the EIP-7702 delegation of the account to ${spender}. ${whoSigns(revocation)}`
    default:
      return describeEnd(method, spender, token)
  }
}

/** A delegation ends by two signatures: of the authorization and of the transaction. */
function whoSigns({ sender, authorization, fundingIsSwept }: Revocation): string {
  const nonce = authorization?.nonce ?? 0n
  if (sender === 'account')
    return `The account signs both: the transaction with nonce ${nonce - 1n}, which must be its next, and the authorization with nonce ${nonce}.`
  const funding =
    fundingIsSwept === true
      ? 'do not send it any: in simulation they are taken'
      : fundingIsSwept === null
        ? 'do not send it any: whether they would stay is not known'
        : 'what it has stays'
  return `The account signs only the authorization, with its current nonce ${nonce}; another account signs, sends and pays for the transaction. The account needs no coins; ${funding}.`
}

type EndOfRight = Exclude<
  RevocationMethod,
  'approve' | 'decreaseAllowance' | 'approve-one' | 'setApprovalForAll' | 'lockdown' | 'invalidateNonces' | 'undelegate'
>

function describeEnd(method: EndOfRight, holder: string, keeper: string): string {
  switch (method) {
    case 'revokeOperator':
    case 'setOperator':
      return `Revokes the right of ${holder} to move everything you hold in ${keeper}.`
    case 'approveDelegation':
      return `Ends the right of ${holder} to borrow in your name through ${keeper}.`
    case 'delegate':
      return `Takes your votes of ${keeper} back from ${holder}.`
    case 'setAuthorization':
      return `Revokes the right of ${holder} to act on your positions in ${keeper}.`
    case 'setRelayerApproval':
      return `Revokes the right of ${holder} to trade with your balance in ${keeper}.`
    case 'delegateAll':
      return `Ends the right of ${holder} to claim in your name, as ${keeper} records it.`
    case 'invalidateUnorderedNonces':
      return `Ends the unused Permit2 signature that lets ${holder} take tokens.`
    case 'incrementCounter':
      return `Cancels all your open orders in ${keeper}.`
    case 'invalidateOrder':
    case 'cancelOrder':
    case 'cancelLimitOrder':
    case 'cancelRfqOrder':
    case 'cancelOrderRFQ':
    case 'cancelERC721Order':
    case 'cancelERC1155Order':
      return `Cancels the order in ${keeper}, so that it cannot be filled any more.`
    case 'cancelMultipleMakerOrders':
    case 'cancelOrderNonces':
      return `Uses the order’s nonce in ${keeper} up, so that no order signed with it can be filled any more.`
    case 'disableDelegation':
      return `Ends the delegation to ${holder}, as ${keeper} records it.`
    case 'removeSession':
      return `Ends the session key ${holder} in the module ${keeper}.`
    case 'removeOwner':
      return `Removes the owner ${holder} from the Safe.`
    case 'incrementNonce':
      return `Raises your nonce in ${keeper}, so that all that was signed with it is worthless there.`
    case 'permit':
      return `You sign a permit of nothing for ${holder} over ${keeper} and send nothing; any account sends the transaction with your signature. It uses the nonce up, so that the earlier permit is worthless, and sets the allowance to zero.`
    case 'cancelAuthorization':
      return `You sign the cancellation of the payment in ${keeper} and send nothing; any account sends the transaction with your signature. It needs a token that offers cancellation, as USDC does.`
    case 'uninstallModule':
    case 'disableModule':
      return `Removes the module ${holder} from your account.`
    case 'setGuard':
      return `Removes the guard ${holder}, which checks every transaction of the Safe.`
    case 'setModuleGuard':
      return `Removes the guard ${holder}, which checks every transaction of the Safe’s modules.`
    case 'setFallbackHandler':
      return `Removes the fallback handler ${holder}, which answers calls that the Safe itself does not know.`
  }
}

function nameOf({ symbol, token }: RevokedPermission): string {
  if (symbol !== null) return quote(symbol)
  return token === null ? 'the token' : getAddress(token)
}

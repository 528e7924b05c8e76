import type { Address } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { fields, fromTable, type TypedMessage, verifierOf } from './typedMessage.ts'
import { unknownType } from './unknownType.ts'

const MEMBERS = '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'

type Authorisation = { from: Address; to: Address; value: bigint; validBefore: bigint }

/** Transfers by signature (EIP-3009), sent by any account or only by the receiver. The verifying contract is the token. */
export const authorisedTransfers = fromTable({
  [`TransferWithAuthorization${MEMBERS}`]: (message) => transfer(message, false),
  [`ReceiveWithAuthorization${MEMBERS}`]: (message) => transfer(message, true),
  // Cancels an earlier signed authorisation: nothing can leave by it.
  'CancelAuthorization(address authorizer,bytes32 nonce)': () => [],
})

function transfer(message: TypedMessage, onlyReceiver: boolean): SignedIntent[] {
  const { from, to, value, validBefore } = fields<Authorisation>(message.struct)
  const token = verifierOf(message)
  if (token === null) return unknownType(message)
  const common = { protocol: 'EIP-3009', verifier: token, token, from, to, amount: value, deadline: validBefore }
  return [{ kind: 'transfer', ...common, spender: onlyReceiver ? to : null, witness: null }]
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { keccak256 } from 'viem/utils'
import { fields, fromTable, named, type TypedMessage, verifierOf } from './typedMessage.ts'

type SafeTx = {
  to: Address
  value: bigint
  data: Hex
  operation: bigint
  baseGas?: bigint
  dataGas?: bigint
  gasPrice: bigint
  gasToken: Address
  refundReceiver: Address
}

/** An owner's signature under a Safe's transaction or message. The verifying contract is the Safe. */
export const safe = fromTable({
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)':
    (message) => execution(message, message.domain.chainId === null ? 'Safe 1.0-1.2' : 'Safe 1.3+'),
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 dataGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)':
    (message) => execution(message, 'Safe 0.1'),
  'SafeMessage(bytes message)': (message) => {
    const { message: wrapped } = fields<{ message: Hex }>(message.struct)
    // The wrapped value is a hash (EIP-1271), or a message that the Safe hashes the same way.
    const hash = wrapped.length === 66 ? wrapped : keccak256(wrapped)
    return [{ kind: 'blind', protocol: 'Safe message', verifier: verifierOf(message), hash }]
  },
})

function execution(message: TypedMessage, protocol: string): SignedIntent[] {
  const { to, value, data, operation, baseGas, dataGas, gasPrice, gasToken, refundReceiver } = fields<SafeTx>(
    message.struct,
  )
  const safe = verifierOf(message)
  return [
    {
      kind: 'execution',
      protocol,
      verifier: safe,
      account: safe ?? message.account,
      calls: [{ to, value, data, ...(operation === 1n && { operation: 1 }) }],
      deadline: null,
      refund:
        gasPrice === 0n
          ? null
          : { token: named(gasToken), receiver: named(refundReceiver), gasPrice, baseGas: baseGas ?? dataGas ?? 0n },
    },
  ]
}

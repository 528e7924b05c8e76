import type { Address, Hex } from '@redoubt/risk/address.ts'
import { numberToHex } from 'viem/utils'
import type { NodeRpc } from '../sandbox/nodeRpc.ts'

/** Sends as any account of the sandbox, one block each. @throws Error when a transaction fails. */
export function sandboxSender(rpc: NodeRpc) {
  /** @returns the contract that the transaction created, if any. */
  return async (transaction: { from: Address; to?: Address; data: Hex; value?: bigint }): Promise<Address | null> => {
    const { from, to, data, value = 0n } = transaction
    const sent = { from, to, data, value: numberToHex(value), gas: numberToHex(8_000_000) }
    const hash = await rpc('eth_sendTransaction', [sent])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex; contractAddress: Address | null }
    if (receipt.status !== '0x1') throw new Error(`a transaction to ${to ?? 'a new contract'} failed`)
    return receipt.contractAddress
  }
}

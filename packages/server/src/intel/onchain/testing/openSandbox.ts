import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainSource } from '../../../evm/rpc/chainSource.ts'
import { createChainSource } from '../../../evm/rpc/createChainSource.ts'
import type { SandboxChain } from '../../../sandbox/canonical.ts'
import { type NodeRpc, nodeRpc } from '../../../sandbox/nodeRpc.ts'
import { reusedSandbox } from '../../../sandbox/testing/reusedSandbox.ts'
import type { SandboxWorld } from '../../../sandbox/world.ts'

/** One network of the sandbox, its node, and a source that reads it. */
export type OpenSandbox = AsyncDisposable & {
  url: string
  world: SandboxWorld
  source: ChainSource
  rpc: NodeRpc
  /** Sends as any account, mines, and throws when the transaction fails. */
  send(transaction: { from: Address; to: Address; data: Hex; value?: bigint }): Promise<void>
}

export async function openSandbox(chain: SandboxChain): Promise<OpenSandbox> {
  const sandbox = await reusedSandbox({ chains: [chain] })
  const http = createOperatorFetch()
  const rpc = nodeRpc(sandbox.rpcUrls[chain], http)
  const source = createChainSource({ chain, urls: [sandbox.rpcUrls[chain]], limits: { headReuseMs: 0 } })
  return {
    url: sandbox.rpcUrls[chain],
    world: sandbox.world[chain],
    source,
    rpc,
    async send({ value = 0n, ...transaction }) {
      const sent = { ...transaction, value: `0x${value.toString(16)}`, gas: '0x4c4b40' }
      const hash = await rpc('eth_sendTransaction', [sent])
      await rpc('evm_mine', [])
      const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }
      if (receipt.status !== '0x1') throw new Error('the transaction failed')
    },
    async [Symbol.asyncDispose]() {
      await source.close()
      await http.close()
      await sandbox.close()
    },
  }
}

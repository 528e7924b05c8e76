import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { getContractAddress, numberToHex } from 'viem/utils'
import type { Actor } from './actors.ts'
import type { NodeRpc } from './nodeRpc.ts'

/** A transaction of the sandbox's history. Amounts in wei. */
export type HistoryTransaction = {
  from: Address
  /** Absent: contract creation. */
  to?: Address
  data?: Hex
  value?: bigint
  gas?: bigint
  /** What the transaction is for; named when it fails. */
  note: string
  /** A failure is part of the story. */
  mayFail?: boolean
  /** EIP-7702: the actor's account gets this delegate. Another account sends the transaction. */
  delegates?: { actor: Actor; delegate: Address }
}

/** Writes one chain's history: transactions queue up and `mine` puts them into one block, in order. */
export type ChainBuilder = {
  readonly rpc: NodeRpc
  send(transaction: HistoryTransaction): Promise<void>
  /** Queues a creation and proves that it will live at `expected`. */
  deploy(creation: { from: Address; expected: Address; initCode: Hex; value?: bigint; note: string }): Promise<void>
  /** Return data of a call on the newest block. */
  call(to: Address, data: Hex): Promise<Hex>
  /** Mines what is queued at `timestamp` (Unix seconds). @throws Error when a transaction failed that must not. */
  mine(timestamp: number): Promise<void>
}

const CALL_GAS = 1_500_000n
const DEPLOY_GAS = 8_000_000n

/** @param fees Wei per gas: the base fee of every block, held steady, and the tip every transaction pays. */
export function createChainBuilder(rpc: NodeRpc, fees: { base: bigint; tip: bigint }): ChainBuilder {
  let queued: { hash: unknown; note: string; mayFail: boolean }[] = []
  const send = async ({ note, mayFail, gas, value, delegates, ...call }: HistoryTransaction) => {
    const transaction = {
      ...call,
      value: numberToHex(value ?? 0n),
      gas: numberToHex(gas ?? (call.to ? CALL_GAS : DEPLOY_GAS)),
      maxFeePerGas: numberToHex(fees.base * 2n + fees.tip),
      maxPriorityFeePerGas: numberToHex(fees.tip),
      ...(delegates && { type: '0x4', authorizationList: [await authorize(rpc, delegates)] }),
    }
    try {
      queued.push({ hash: await rpc('eth_sendTransaction', [transaction]), note, mayFail: mayFail ?? false })
    } catch (error) {
      throw new Error(`Sandbox history: "${note}" was refused: ${(error as Error).message}`, { cause: error })
    }
  }
  return {
    rpc,
    send,
    deploy: async ({ from, expected, initCode, value, note }) => {
      const nonce = BigInt((await rpc('eth_getTransactionCount', [from, 'pending'])) as Hex)
      const address = getContractAddress({ from, nonce })
      if (address.toLowerCase() !== expected.toLowerCase())
        throw new Error(`Sandbox history: "${note}" would be created at ${address}, not at ${expected}.`)
      await send({ from, data: initCode, note, ...(value !== undefined && { value }) })
    },
    call: async (to, data) => (await rpc('eth_call', [{ to, data }, 'latest'])) as Hex,
    mine: async (timestamp) => {
      await rpc('evm_mine', [timestamp])
      await rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(fees.base)])
      if (queued.length === 0) return
      const receipts = (await rpc('eth_getBlockReceipts', ['latest'])) as { transactionHash: Hex; status: Hex }[]
      const status = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt.status]))
      for (const { hash, note, mayFail } of queued) {
        const outcome = status.get(hash as Hex)
        if (outcome === undefined) throw new Error(`Sandbox history: "${note}" was not included.`)
        if (outcome !== '0x1' && !mayFail) throw new Error(`Sandbox history: "${note}" failed.`)
      }
      queued = []
    },
  }
}

async function authorize(rpc: NodeRpc, { actor, delegate }: { actor: Actor; delegate: Address }): Promise<unknown> {
  const chainId = Number(await rpc('eth_chainId', []))
  const nonce = Number(await rpc('eth_getTransactionCount', [actor.address, 'pending']))
  const signed = await privateKeyToAccount(actor.privateKey).signAuthorization({ address: delegate, chainId, nonce })
  return {
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    address: delegate,
    yParity: numberToHex(signed.yParity ?? 0),
    r: signed.r,
    s: signed.s,
  }
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import type { Authorization, Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { Receipt, SentTransaction } from './chainSource.ts'
import { type EndpointPool, MissingState, UnsupportedMethod } from './endpointPool.ts'
import { RpcError } from './jsonRpc.ts'
import { MalformedAnswer, readAddress, readArray, readData, readHash, readObject, readQuantity } from './rpcValues.ts'

/** Reads of transactions that were sent, by their hash or block. */
export type SentTransactions = {
  byHash(hash: Hex): Promise<SentTransaction | null>
  receipt(hash: Hex): Promise<Receipt>
  inBlock(blockNumber: bigint): Promise<SentTransaction[]>
  trace(hash: Hex, tracer: object): Promise<unknown>
}

export function createSentTransactions(pool: EndpointPool, limits: ChainLimits): SentTransactions {
  const ask = <Value>(method: string, params: readonly unknown[], read: (result: unknown) => Value) =>
    pool.request({ method, params: () => params, read, timeoutMs: limits.attemptTimeoutMs })

  return {
    byHash: (hash) =>
      ask('eth_getTransactionByHash', [hash], (result) => {
        if (result === null) return null
        const sent = readSent(result)
        if (sent.hash !== hash) throw new MalformedAnswer('transaction hash', sent.hash)
        return sent
      }),
    receipt: (hash) => ask('eth_getTransactionReceipt', [hash], readReceipt),
    inBlock: (blockNumber) =>
      ask('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, true], (result) =>
        readArray(readObject(result, 'block').transactions, 'transactions').map(readSent),
      ),
    // Many endpoints lack it, and what takes long is the transaction's fault.
    trace: (hash, tracer) =>
      pool
        .request<unknown>({
          method: 'debug_traceTransaction',
          params: () => [hash, tracer],
          read: (result) => readObject(result, 'trace'),
          timeoutMs: limits.slowAttemptTimeoutMs,
          optional: true,
        })
        .catch((error: unknown) => {
          if (error instanceof UnsupportedMethod || error instanceof MissingState || error instanceof RpcError)
            return null
          throw error
        }),
  }
}

function readSent(value: unknown): SentTransaction {
  const sent = readObject(value, 'transaction')
  const mined = sent.blockNumber == null || sent.transactionIndex == null ? null : sent
  return {
    hash: readHash(sent.hash),
    transaction: readTransaction(sent),
    mined: mined && {
      blockNumber: readQuantity(mined.blockNumber, 'block number'),
      index: Number(readQuantity(mined.transactionIndex, 'transaction index')),
    },
  }
}

function readTransaction(sent: Record<string, unknown>): Transaction {
  const quantity = (name: string) => readQuantity(sent[name], name)
  const has = (name: string) => sent[name] != null
  // Nodes add what a mined transaction paid as its gas price, whatever its type.
  const dynamic = has('maxFeePerGas')
  return {
    from: readAddress(sent.from),
    to: has('to') ? readAddress(sent.to) : null,
    value: quantity('value'),
    data: readData(sent.input),
    gas: quantity('gas'),
    nonce: quantity('nonce'),
    ...(!dynamic && has('gasPrice') && { gasPrice: quantity('gasPrice') }),
    ...(dynamic && { maxFeePerGas: quantity('maxFeePerGas') }),
    ...(dynamic && has('maxPriorityFeePerGas') && { maxPriorityFeePerGas: quantity('maxPriorityFeePerGas') }),
    ...(has('maxFeePerBlobGas') && { maxFeePerBlobGas: quantity('maxFeePerBlobGas') }),
    ...(has('blobVersionedHashes') && {
      blobVersionedHashes: readArray(sent.blobVersionedHashes, 'blobs').map((hash) => readHash(hash)),
    }),
    ...(has('accessList') && {
      accessList: readArray(sent.accessList, 'access list').map((one) => {
        const { address, storageKeys } = readObject(one, 'access list entry')
        return {
          address: readAddress(address),
          storageKeys: readArray(storageKeys, 'storage keys').map((key) => readHash(key)),
        }
      }),
    }),
    ...(has('authorizationList') && {
      authorizationList: readArray(sent.authorizationList, 'authorisations').map(readAuthorization),
    }),
  }
}

function readAuthorization(value: unknown): Authorization {
  const { chainId, address, nonce, yParity, r, s } = readObject(value, 'authorisation')
  const padded = (word: unknown): Hex => `0x${readQuantity(word).toString(16).padStart(64, '0')}`
  return {
    chainId: Number(readQuantity(chainId)),
    address: readAddress(address),
    nonce: readQuantity(nonce),
    yParity: Number(readQuantity(yParity)),
    r: padded(r),
    s: padded(s),
  }
}

function readReceipt(value: unknown): Receipt {
  const { status, gasUsed, logs, contractAddress } = readObject(value, 'receipt')
  return {
    success: readQuantity(status, 'status') === 1n,
    gasUsed: readQuantity(gasUsed),
    logs: readArray(logs, 'logs').map((one, index): Log => {
      const log = readObject(one, 'log')
      const topics = readArray(log.topics, 'topics').map((topic) => readHash(topic))
      return { address: readAddress(log.address), topics, data: readData(log.data), index }
    }),
    created: contractAddress == null ? null : (readAddress(contractAddress) as Address),
  }
}

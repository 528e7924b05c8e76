import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ContractCreation, MinedTransaction } from './chainSource.ts'
import type { EndpointPool } from './endpointPool.ts'
import { createOptionalRead } from './optionalRead.ts'
import { readAddress, readArray, readData, readHash, readObject, readQuantity } from './rpcValues.ts'

/** Reads of past events, which no state of a block tells. Data that no endpoint offers or keeps is null, never an error. */
export type HistoryReads = {
  transaction(hash: Hex): Promise<MinedTransaction | null>
  contractCreator(address: Address): Promise<ContractCreation | null>
  creationsIn(blockNumber: bigint): Promise<ContractCreation[] | null>
}

export function createHistoryReads(pool: EndpointPool, limits: ChainLimits): HistoryReads {
  const ask = createOptionalRead(pool, limits)

  return {
    transaction: (hash) => ask('eth_getTransactionByHash', [hash], readTransaction, 'history'),
    contractCreator: (address) =>
      ask('ots_getContractCreator', [address], (result) => {
        const creation = readObject(result, 'contract creator')
        return { contract: address, maker: readAddress(creation.creator), transaction: readHash(creation.hash) }
      }),
    async creationsIn(blockNumber) {
      const block = `0x${blockNumber.toString(16)}`
      const [direct, all] = await Promise.all([
        ask('eth_getBlockReceipts', [block], readReceipts),
        ask('trace_block', [block], readTraces),
      ])
      return all ?? direct
    },
  }
}

/** A pending one has no block yet: as good as unknown. */
function readTransaction(result: unknown): MinedTransaction | null {
  const { from, to, input, blockNumber } = readObject(result, 'transaction')
  return blockNumber == null
    ? null
    : {
        sender: readAddress(from),
        to: to == null ? null : readAddress(to),
        data: readData(input),
        blockNumber: readQuantity(blockNumber, 'block number'),
      }
}

/** Contracts that transactions without a receiver made. */
function readReceipts(result: unknown): ContractCreation[] {
  return readArray(result, 'receipts').flatMap((one) => {
    const { contractAddress, from, transactionHash, status } = readObject(one, 'receipt')
    if (contractAddress == null || status === '0x0') return []
    return [
      { contract: readAddress(contractAddress), maker: readAddress(from), transaction: readHash(transactionHash) },
    ]
  })
}

/** Every creation, inside transactions too: OpenEthereum's trace module, as Erigon, Nethermind, Reth and anvil have it. */
function readTraces(result: unknown): ContractCreation[] {
  return readArray(result, 'traces').flatMap((one) => {
    const { type, action, result: made, transactionHash } = readObject(one, 'trace')
    if (type !== 'create' || made == null) return []
    return [
      {
        contract: readAddress(readObject(made, 'creation').address),
        maker: readAddress(readObject(action, 'action').from),
        transaction: readHash(transactionHash),
      },
    ]
  })
}

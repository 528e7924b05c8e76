import { ApiError } from '../../errors.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ChainLog, LogFilter } from './chainSource.ts'
import type { EndpointPool } from './endpointPool.ts'
import { RpcError } from './jsonRpc.ts'
import { readAddress, readArray, readData, readHash, readObject, readQuantity } from './rpcValues.ts'

/** Reads logs of a closed range; a range that an endpoint finds too large is halved until it fits. */
export function createLogReader(pool: EndpointPool, limits: ChainLimits) {
  return async function readLogs(filter: LogFilter): Promise<ChainLog[]> {
    try {
      return await pool.request({
        method: 'eth_getLogs',
        params: () => [
          {
            ...(filter.address === undefined ? {} : { address: filter.address }),
            ...(filter.topics === undefined ? {} : { topics: filter.topics }),
            fromBlock: `0x${filter.fromBlock.toString(16)}`,
            toBlock: `0x${filter.toBlock.toString(16)}`,
          },
        ],
        read: (result) =>
          readArray(result, 'logs')
            .map((log) => readObject(log, 'log'))
            .filter((log) => log.removed !== true)
            .map(readLog),
        timeoutMs: limits.slowAttemptTimeoutMs,
      })
    } catch (error) {
      if (!isRangeError(error) || filter.fromBlock >= filter.toBlock) throw error
      const middle = (filter.fromBlock + filter.toBlock) / 2n
      const older = await readLogs({ ...filter, toBlock: middle })
      return [...older, ...(await readLogs({ ...filter, fromBlock: middle + 1n }))]
    }
  }
}

function isRangeError(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error
  return (
    cause instanceof RpcError && /range|results|too (large|many logs|wide)|limited to|max.* blocks/i.test(cause.message)
  )
}

function readLog(log: Record<string, unknown>): ChainLog {
  return {
    address: readAddress(log.address),
    topics: readArray(log.topics, 'topics').map((topic) => readHash(topic)),
    data: readData(log.data),
    blockNumber: readQuantity(log.blockNumber, 'log block number'),
    transactionHash: readHash(log.transactionHash),
    logIndex: Number(readQuantity(log.logIndex, 'log index')),
  }
}

import type { ChainLimits } from './chainLimits.ts'
import { type EndpointPool, MissingState, UnsupportedMethod } from './endpointPool.ts'
import { RpcError } from './jsonRpc.ts'

/** Asks what not every node offers or keeps: null where none does, never an error for that. By itself, or in a lane with others of its kind. */
export function createOptionalRead(pool: EndpointPool, limits: ChainLimits) {
  return <Value>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => Value,
    lane?: 'history',
  ): Promise<Value | null> =>
    pool
      .request<Value | null>({
        method,
        params: () => params,
        read: (result) => (result === null ? null : read(result)),
        timeoutMs: limits.slowAttemptTimeoutMs,
        optional: true,
        ...(lane && { lane }),
      })
      .catch((error: unknown) => {
        if (error instanceof UnsupportedMethod || error instanceof MissingState || error instanceof RpcError)
          return null
        throw error
      })
}

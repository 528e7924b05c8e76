import type {
  CancelledTransaction,
  CreatedRpcToken,
  HeldTransaction,
  ListHeldTransactionsResult,
  ListRpcTokensResult,
  RevokeRpcTokenResult,
  RpcTokenRequest,
} from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** RPC tokens, with which wallets use the service in place of a node. */
export function rpcTokenMethods({ call }: Transport) {
  return {
    list(options?: CallOptions) {
      return call<ListRpcTokensResult>({ method: 'GET', path: '/v1/rpc-tokens' }, options)
    },
    /** The answer has the token, this once; `rpcUrl` makes the URL of it. */
    create(body: RpcTokenRequest, options?: CallOptions) {
      return call<CreatedRpcToken>({ method: 'POST', path: '/v1/rpc-tokens', body, effect: 'creates' }, options)
    },
    /** For ever. */
    revoke(id: string, options?: CallOptions) {
      return call<RevokeRpcTokenResult>({ method: 'DELETE', path: path`/v1/rpc-tokens/${id}` }, options)
    },
  }
}

/** Transactions that the guarded endpoint holds. */
export function heldTransactionMethods({ call }: Transport) {
  const list = (query?: Query<'listHeldTransactions'>, options?: CallOptions) =>
    call<ListHeldTransactionsResult>({ method: 'GET', path: '/v1/held-transactions', query }, options)
  return {
    /** One page of them, newest first. */
    list,
    /** Every one of them, page by page. */
    each(
      query: Query<'listHeldTransactions'> = {},
      options?: CallOptions,
    ): AsyncGenerator<HeldTransaction, void, undefined> {
      return iterate(
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.transactions,
        query.cursor,
      )
    },
    get(id: string, options?: CallOptions) {
      return call<HeldTransaction>({ method: 'GET', path: path`/v1/held-transactions/${id}` }, options)
    },
    /** Sends it, unless a rule refuses it or another reason holds it. `holds`: the `holdsId` that was shown. */
    approve(id: string, query?: Query<'approveHeldTransaction'>, options?: CallOptions) {
      return call<HeldTransaction>({ method: 'POST', path: path`/v1/held-transactions/${id}/approve`, query }, options)
    },
    /** The answer has the transaction to sign in its place. */
    cancel(id: string, options?: CallOptions) {
      return call<CancelledTransaction>({ method: 'POST', path: path`/v1/held-transactions/${id}/cancel` }, options)
    },
  }
}

/**
 * The URL to give to a wallet, viem or ethers in place of a node's.
 * @example rpcUrl('https://redoubt.example', 'ethereum', token) // 'https://redoubt.example/v1/rpc/ethereum/svc_rpc_live_…'
 */
export function rpcUrl(baseUrl: string, chain: string, token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path`/v1/rpc/${chain}/${token}`}`
}

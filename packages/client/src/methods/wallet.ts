import type {
  AddressVerification,
  Approval,
  Rescue,
  RescueRequest,
  Revocations,
  RevokeRequest,
  WalletApprovals,
  WalletPermission,
  WalletPermissions,
  WalletProfile,
} from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** Payees, approvals and holdings of a wallet. */
export function walletMethods({ call }: Transport) {
  const approvals = (address: string, query?: Query<'listApprovals'>, options?: CallOptions) =>
    call<WalletApprovals>({ method: 'GET', path: path`/v1/wallet/approvals/${address}`, query }, options)
  const permissions = (address: string, query?: Query<'listPermissions'>, options?: CallOptions) =>
    call<WalletPermissions>({ method: 'GET', path: path`/v1/wallet/permissions/${address}`, query }, options)
  return {
    /** Verifies an address before a payment: look-alikes, labels, sanctions. */
    verify(address: string, query?: Query<'verifyAddress'>, options?: CallOptions) {
      return call<AddressVerification>({ method: 'GET', path: path`/v1/wallet/verify/${address}`, query }, options)
    },
    /** One page of a wallet's approvals, the riskiest first. */
    approvals,
    /** Every approval of a wallet, page by page. */
    eachApproval(
      address: string,
      query: Query<'listApprovals'> = {},
      options?: CallOptions,
    ): AsyncGenerator<Approval, void, undefined> {
      return iterate(
        (cursor) => approvals(address, cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.approvals,
        query.cursor,
      )
    },
    /** One page of everything that others may do with a wallet, each with the transaction that ends it; the riskiest first. */
    permissions,
    /** Every permission over a wallet, page by page. */
    eachPermission(
      address: string,
      query: Query<'listPermissions'> = {},
      options?: CallOptions,
    ): AsyncGenerator<WalletPermission, void, undefined> {
      return iterate(
        (cursor) => permissions(address, cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.permissions,
        query.cursor,
      )
    },
    /** Holdings and activity of a wallet. */
    profile(address: string, query?: Query<'profileWallet'>, options?: CallOptions) {
      return call<WalletProfile>({ method: 'GET', path: path`/v1/wallet/profile/${address}`, query }, options)
    },
    /** How a sponsor moves everything out of a compromised account, simulated. Nothing is signed or sent. */
    rescue(address: string, body: RescueRequest, options?: CallOptions) {
      return call<Rescue>({ method: 'POST', path: path`/v1/wallet/rescue/${address}`, body }, options)
    },
    /** Unsigned transactions that revoke approvals, each simulated. Default: the risky ones. */
    revoke(address: string, body: RevokeRequest = {}, options?: CallOptions) {
      return call<Revocations>({ method: 'POST', path: path`/v1/wallet/approvals/${address}/revoke`, body }, options)
    },
  }
}

import type {
  ContractScanRequest,
  ContractScanResult,
  IntentCheckResult,
  MessageScanRequest,
  MessageScanResult,
  SentTransactionScanResult,
  TransactionScanResult,
  UrlScanRequest,
  UrlScanResult,
  WalletScanResult,
} from '../api.generated.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { IntentInput, Query, TransactionInput } from '../types.ts'

/** What a transaction, message, contract, site or wallet will do. */
export function scanMethods({ call }: Transport) {
  return {
    /** Judges a transaction, a bundle (`calls`) or a user operation before it is signed. */
    transaction(body: TransactionInput, options?: CallOptions) {
      return call<TransactionScanResult>({ method: 'POST', path: '/v1/scan/transaction', body }, options)
    },
    /** Whether all that a transaction may do stays within what a person allows. */
    intent(body: IntentInput, options?: CallOptions) {
      return call<IntentCheckResult>({ method: 'POST', path: '/v1/check/intent', body }, options)
    },
    /** Judges a transaction that was sent. */
    sentTransaction(hash: string, query?: Query<'scanSentTransaction'>, options?: CallOptions) {
      return call<SentTransactionScanResult>(
        { method: 'GET', path: path`/v1/scan/transaction/${hash}`, query },
        options,
      )
    },
    /** Judges a contract or token. */
    contract(body: ContractScanRequest, options?: CallOptions) {
      return call<ContractScanResult>({ method: 'POST', path: '/v1/scan/contract', body }, options)
    },
    /** Judges a message or typed data before it is signed. */
    message(body: MessageScanRequest, options?: CallOptions) {
      return call<MessageScanResult>({ method: 'POST', path: '/v1/scan/message', body }, options)
    },
    /** Judges a web site. */
    url(body: UrlScanRequest, options?: CallOptions) {
      return call<UrlScanResult>({ method: 'POST', path: '/v1/scan/url', body }, options)
    },
    /** Judges a wallet. */
    wallet(address: string, query?: Query<'scanWallet'>, options?: CallOptions) {
      return call<WalletScanResult>({ method: 'GET', path: path`/v1/scan/wallet/${address}`, query }, options)
    },
  }
}

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
  VerdictSummary,
  WalletScanResult,
} from '../api.generated.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { IntentInput, Query, TransactionInput } from '../types.ts'

const SUMMARY = { view: 'summary' } as const

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
    /** The same in at most 2 KB each: verdict, sentence, changes and the three worst findings. */
    summary: {
      transaction(body: TransactionInput, options?: CallOptions) {
        return call<VerdictSummary>({ method: 'POST', path: '/v1/scan/transaction', query: SUMMARY, body }, options)
      },
      sentTransaction(hash: string, query?: Query<'scanSentTransaction'>, options?: CallOptions) {
        return call<VerdictSummary>(
          { method: 'GET', path: path`/v1/scan/transaction/${hash}`, query: { ...query, ...SUMMARY } },
          options,
        )
      },
      contract(body: ContractScanRequest, options?: CallOptions) {
        return call<VerdictSummary>({ method: 'POST', path: '/v1/scan/contract', query: SUMMARY, body }, options)
      },
      message(body: MessageScanRequest, options?: CallOptions) {
        return call<VerdictSummary>({ method: 'POST', path: '/v1/scan/message', query: SUMMARY, body }, options)
      },
      url(body: UrlScanRequest, options?: CallOptions) {
        return call<VerdictSummary>({ method: 'POST', path: '/v1/scan/url', query: SUMMARY, body }, options)
      },
      wallet(address: string, query?: Query<'scanWallet'>, options?: CallOptions) {
        return call<VerdictSummary>(
          { method: 'GET', path: path`/v1/scan/wallet/${address}`, query: { ...query, ...SUMMARY } },
          options,
        )
      },
    },
  }
}

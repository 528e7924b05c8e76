import type { Page, WalletCall } from '../facts/page.ts'

/** Calls by which something can leave a wallet; connecting and signing in are none. */
const TAKING: readonly WalletCall[] = [
  'send',
  'typed-data',
  'approve',
  'permit',
  'set-approval-for-all',
  'increase-allowance',
  'transfer-from',
  'delegation',
  'batch',
]

/** The calls of a page by which something can leave a wallet, each kind once. Front-ends of honest exchanges have them all. */
export function takingCalls({ walletCalls }: Pick<Page, 'walletCalls'>): WalletCall[] {
  return TAKING.filter((kind) => walletCalls.some((call) => call.kind === kind))
}

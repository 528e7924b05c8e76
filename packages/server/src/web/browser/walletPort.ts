import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { WalletRequest } from '@redoubt/risk/facts/browsing.ts'

/** What a page asked the wallet for. `params` is JSON that the page wrote: anything. */
export type AskedOfWallet = { method: string; params: unknown; chain: Chain; origin: string }

/** The wallet that a page is shown. */
export type WalletPort = {
  /** The account that the page is shown: an unused one, or that of an owner who agreed. Lower case. */
  account: Address
  /** Judges what would be signed; null for what asks for nothing that could be judged. Rejects when it could not be. */
  scan(asked: AskedOfWallet, signal: AbortSignal): Promise<WalletRequest['scan']>
  /** Reads the chain as an RPC endpoint does; left out, the page is told something plausible. */
  read?(asked: { method: string; params: unknown[]; chain: Chain }, signal: AbortSignal): Promise<unknown>
}

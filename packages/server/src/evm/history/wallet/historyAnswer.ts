import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { HistorySource, WalletHistory, WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'

/** One movement between two parties, independent of the wallet's side. Amounts in base units. */
export type Movement = {
  hash: Hex
  blockNumber: bigint
  /** Unix seconds. */
  timestamp: number | null
  from: Address
  to: Address
  assetType: 'native' | 'erc20' | 'erc721' | 'erc1155'
  token: Address | null
  tokenId: bigint | null
  amount: bigint
}

/** `complete`: no other rows exist up to the block. */
export type Rows<Row> = { rows: Row[]; complete: boolean }

/** Answer of one source about a wallet; a member is absent when the source cannot tell it, or could not this time. */
export type HistoryAnswer = {
  /** Transactions sent by the wallet, or paying it native coin directly. */
  transactions?: Rows<WalletTransaction>
  /** Native coin that moved inside transactions. */
  internals?: Rows<Movement>
  tokens?: Rows<Movement>
  /** First transaction sent or native coin received; null: there was none. */
  firstSeen?: WalletHistory['firstSeen']
  funding?: WalletHistory['funding']
  /** The last transaction it sent, for sources without a list of them. */
  lastSeen?: WalletHistory['lastSeen']
  /** Parts that could not be gathered and why, in words: `Etherscan: over its rate limit`. */
  cut: string[]
}
export type Aspect = Exclude<keyof HistoryAnswer, 'cut' | 'lastSeen'>

/** One source of an account's past. */
export type HistoryReader = {
  source: HistorySource
  covers(chain: Chain): boolean
  /** Aspects it can know at best. */
  knows: readonly Aspect[]
  /**
   * Answers with what it has when the signal says that time is up. `wanted`: aspects that no better source has answered yet.
   * @throws ExplorerFailure, NetworkUnavailable: no answer at all.
   */
  ask(
    request: { block: PinnedBlock; address: Address; wanted: ReadonlySet<Aspect> },
    signal: AbortSignal,
  ): Promise<HistoryAnswer>
}

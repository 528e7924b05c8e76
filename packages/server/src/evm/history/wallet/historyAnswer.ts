import type { Chain } from '@redoubt/risk/chain.ts'
import type { HistorySource, WalletHistory, WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import type { Address, Hex, PinnedBlock } from '@redoubt/risk/facts.ts'

/** One movement between two parties, before it is seen from the wallet's side. Amounts in base units. */
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

/** `complete`: there are no others up to the block. */
export type Rows<Row> = { rows: Row[]; complete: boolean }

/** What a source can tell of a wallet; a member that is absent it cannot, or could not this time. */
export type HistoryAnswer = {
  /** Sent by the wallet, or paying it native coin by themselves. */
  transactions?: Rows<WalletTransaction>
  /** Native coin that moved inside transactions. */
  internals?: Rows<Movement>
  tokens?: Rows<Movement>
  /** First transaction sent or native coin received; null: there was none. */
  firstSeen?: WalletHistory['firstSeen']
  funding?: WalletHistory['funding']
  /** The last transaction it sent, where no list of them tells. */
  lastSeen?: WalletHistory['lastSeen']
  /** What could not be learned and why, in words: `Etherscan: over its rate limit`. */
  cut: string[]
}
export type Aspect = Exclude<keyof HistoryAnswer, 'cut' | 'lastSeen'>

/** One place where an account's past is written. */
export type HistoryReader = {
  source: HistorySource
  covers(chain: Chain): boolean
  /** What it can know at best. */
  knows: readonly Aspect[]
  /**
   * Answers what it has when the signal says that time is up. `wanted`: what nobody better has told yet.
   * @throws ExplorerFailure, ApiError: it told nothing at all.
   */
  ask(
    request: { block: PinnedBlock; address: Address; wanted: ReadonlySet<Aspect> },
    signal: AbortSignal,
  ): Promise<HistoryAnswer>
}

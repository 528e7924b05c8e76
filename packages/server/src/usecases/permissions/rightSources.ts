import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { KeptSignature, WalletRights } from '@redoubt/risk/facts/walletRights.ts'

/** Rights beside token approvals; answers with those known when the signal aborts. */
export type RightSources = {
  rights(
    block: PinnedBlock,
    known: { account: Account; wallet: WalletContract | null; signatures: readonly KeptSignature[] },
    signal: AbortSignal,
  ): Promise<WalletRights>
}

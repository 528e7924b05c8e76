import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { gatherPersonalAccount } from '../../walletContract/gatherPersonalAccount.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'
import type { Payer } from './readPayer.ts'

/** Leaves out personal wallets: what a wallet got was paid to its owner, and nothing there is for the depositor to withdraw. */
export async function withoutWallets(
  sources: ClaimSources,
  block: PinnedBlock,
  all: readonly Payer[],
  signal: AbortSignal,
): Promise<Payer[]> {
  const wallets = await Promise.all(
    all.map((payer) => gatherPersonalAccount(sources, { block, ...payer }, signal).catch(noWallet)),
  )
  return all.filter((_, at) => wallets[at] === null)

  function noWallet(): null {
    signal.throwIfAborted()
    return null
  }
}

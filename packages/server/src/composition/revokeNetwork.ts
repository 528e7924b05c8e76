import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { planRevocations } from '../evm/revocation/planRevocations.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import type { Simulator } from '../evm/simulation/simulator.ts'
import { gatherWalletContract } from '../evm/walletContract/gatherWalletContract.ts'
import type { RevokeSources } from '../usecases/approvals/revokeApprovals.ts'
import type { ApprovalSources } from '../usecases/approvals/walletApprovals.ts'

/** What withdrawing approvals takes from one network. Part of the composition root. */
export function createRevokeSources({
  chain,
  simulator,
  account,
  list,
}: {
  chain: ChainSource
  simulator: Simulator
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
  list: Pick<ApprovalSources, 'approvals' | 'intelAsOf'>
}): RevokeSources {
  return {
    chain: chain.chain,
    block: (signal) => chain.head(signal),
    account,
    approvals: list.approvals,
    intelAsOf: list.intelAsOf,
    walletContract: (block, known, signal) =>
      gatherWalletContract(
        { chain, accountOf: (address) => account(block, address, signal) },
        { block, ...known },
        signal,
      ),
    revocations: (block, known, signal) => planRevocations({ chain, simulator }, { block, ...known }, signal),
  }
}

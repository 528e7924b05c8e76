import type { Account } from '../risk/facts/account.ts'
import type { Address, PinnedBlock } from '../risk/facts.ts'
import type { RevokeSources } from '../scans/approvals/revokeApprovals.ts'
import type { ApprovalSources } from '../scans/approvals/walletApprovals.ts'
import type { ChainSource } from '../sources/chain/chainSource.ts'
import { planRevocations } from '../sources/revocation/planRevocations.ts'
import type { Simulator } from '../sources/simulation/simulator.ts'
import { gatherWalletContract } from '../sources/walletContract/gatherWalletContract.ts'

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

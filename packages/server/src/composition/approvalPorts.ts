import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ApprovalPorts } from '../evm/approvals/gatherApprovals.ts'
import type { SpenderJudge } from '../evm/approvals/judgeSpenders.ts'
import { usdPrice } from '../evm/market/usdPrice.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import type { Verification } from '../evm/verification/createVerification.ts'
import { sourceCheck } from '../evm/verification/sourceCheck.ts'
import { packToken } from '../intel/pack/packTables.ts'

export type ApprovalPortSources = {
  chain: ChainSource
  verification: Verification
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
  spenderJudge: SpenderJudge
}

/** What approvals of one network are learned with, a list of them or one. Part of the composition root. */
export function createApprovalPorts({
  chain,
  verification,
  account,
  spenderJudge,
}: ApprovalPortSources): ApprovalPorts {
  return {
    chain,
    account,
    spenderJudge,
    priceOf: (block, asset, signal) => usdPrice(chain, { block, asset }, signal),
    isVerified: async ({ address, codeHash }, signal) =>
      codeHash === null
        ? null
        : (await sourceCheck(verification, { chain: chain.chain, address, codeHash }, signal)).verified,
    isListedToken: (token) => packToken(chain.chain, token) !== null,
  }
}

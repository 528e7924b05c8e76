import type { Account } from '../risk/facts/account.ts'
import type { Address, PinnedBlock } from '../risk/facts.ts'
import type { ApprovalPorts } from '../sources/approvals/gatherApprovals.ts'
import type { ChainSource } from '../sources/chain/chainSource.ts'
import { packToken } from '../sources/intel/pack/packToken.ts'
import { usdPrice } from '../sources/market/usdPrice.ts'
import type { Verification } from '../sources/verification/createVerification.ts'
import { sourceCheck } from '../sources/verification/sourceCheck.ts'

export type ApprovalPortSources = {
  chain: ChainSource
  verification: Verification
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
}

/** What approvals of one network are learned with, a list of them or one. Part of the composition root. */
export function createApprovalPorts({ chain, verification, account }: ApprovalPortSources): ApprovalPorts {
  return {
    chain,
    account,
    priceOf: (block, asset, signal) => usdPrice(chain, { block, asset }, signal),
    isVerified: async ({ address, codeHash }, signal) =>
      codeHash === null
        ? null
        : (await sourceCheck(verification, { chain: chain.chain, address, codeHash }, signal)).verified,
    isListedToken: (token) => packToken(chain.chain, token) !== null,
  }
}

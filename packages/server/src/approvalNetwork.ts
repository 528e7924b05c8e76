import type { Account, Address, PinnedBlock } from './risk/facts.ts'
import type { ApprovalSources } from './scans/walletApprovals.ts'
import { learnApprovals } from './sources/approvals/learnApprovals.ts'
import type { ChainSource } from './sources/chain/chainSource.ts'
import { packToken } from './sources/intel/pack/packToken.ts'
import { usdPrice } from './sources/market/usdPrice.ts'
import type { Verification } from './sources/verification/createVerification.ts'
import { sourceCheck } from './sources/verification/sourceCheck.ts'

/** What a list of approvals may ask of one network. Part of the composition root. */
export function createApprovalSources({
  chain,
  verification,
  account,
  intelAsOf,
}: {
  chain: ChainSource
  verification: Verification
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
  intelAsOf(): string
}): ApprovalSources {
  const ports = {
    chain,
    account,
    priceOf: (block: PinnedBlock, asset: Address, signal: AbortSignal) => usdPrice(chain, { block, asset }, signal),
    isVerified: async ({ address, codeHash }: Account, signal: AbortSignal) =>
      codeHash === null
        ? null
        : (await sourceCheck(verification, { chain: chain.chain, address, codeHash }, signal)).verified,
    isListedToken: (token: Address) => packToken(chain.chain, token) !== null,
  }
  return {
    chain: chain.chain,
    block: (signal) => chain.head(signal),
    blockAt: (number, signal) => chain.blockAt(number, signal),
    approvals: (block, owner, signal) => learnApprovals(ports, { block, owner }, signal),
    intelAsOf,
  }
}

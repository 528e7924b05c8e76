import type { Account } from '../facts/account.ts'
import type { ApprovalPull } from '../facts/minedFacts.ts'
import { account, FRIEND, USDC } from './sampleFacts.ts'

/** All of a friend's 1,000 USDC, taken by `spender` for the sender and for nothing. */
export function testApprovalPull(spender: Account, more: Partial<ApprovalPull['loss']> = {}): ApprovalPull {
  return {
    owner: account(FRIEND),
    spender,
    loss: {
      account: FRIEND,
      assetType: 'erc20',
      address: USDC,
      tokenId: null,
      symbol: 'USDC',
      decimals: 6,
      amount: 1_000_000_000n,
      before: 1_000_000_000n,
      usd: 1_000,
      how: 'taken',
      takers: [spender.address],
      returned: 'nothing',
      ...more,
    },
  }
}

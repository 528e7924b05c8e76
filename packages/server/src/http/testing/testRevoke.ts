import type { RevokeResult } from '../../usecases/approvals/revokeApprovals.ts'

const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const SPENDER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const OWNER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
const approval = { standard: 'erc20', token: TOKEN, spender: SPENDER, tokenId: null, terms: null } as const
const plain = { sentBy: 'account', from: OWNER, data: '0x', value: '0x0', chainId: '0x1', gas: '0xbb80' } as const

/** What the test world answers of revocations: every member. */
export const REVOKE_RESULT: RevokeResult = {
  address: OWNER,
  chain: 'ethereum',
  accountType: 'delegated',
  transactions: [
    {
      ...plain,
      to: OWNER,
      type: '0x4',
      authorizationList: [{ chainId: '0x1', address: ZERO_ADDRESS, nonce: '0x8' }],
      method: 'undelegate',
      description: 'Revokes the delegation of the account.',
      approvals: [
        {
          standard: 'eip7702',
          token: null,
          spender: SPENDER,
          tokenId: null,
          terms: null,
          symbol: null,
          before: '1',
          after: '0',
          verified: true,
        },
      ],
      alternative: {
        ...plain,
        sentBy: 'sponsor',
        from: null,
        to: OWNER,
        type: '0x4',
        authorizationList: [{ chainId: '0x1', address: ZERO_ADDRESS, nonce: '0x7' }],
        description: 'Another account sends it.',
        simulation: null,
      },
      fundingIsSwept: false,
      signing: null,
      simulation: { success: true, gasUsed: '36800' },
      verified: true,
    },
    {
      ...plain,
      to: TOKEN,
      gas: null,
      method: 'approve',
      description: 'Sets the allowance to zero.',
      approvals: [{ ...approval, symbol: 'USDT', before: 'unlimited', after: null, verified: null }],
      alternative: null,
      fundingIsSwept: null,
      signing: null,
      simulation: null,
      verified: null,
    },
  ],
  batch: {
    kind: 'eip5792',
    version: '2.0.0',
    from: OWNER,
    chainId: '0x1',
    atomicRequired: false,
    calls: [{ to: TOKEN, data: '0x', value: '0x0' }],
  },
  skipped: [{ approval, reason: 'not-live', detail: 'There is no such permission at this block.' }],
  totals: { transactions: 2, approvals: 2, gas: '48000' },
  warnings: [
    {
      id: 'wallet-checksum-mismatch',
      severity: 'high',
      title: 'Mistyped wallet address',
      impact: 0,
      description: 'A character is probably wrong.',
      evidence: { member: 'address' },
    },
  ],
  confidence: 0.45,
  complete: false,
  cut: ['logs: out of reach'],
  unknown: ['approvals', 'verified'],
  unavailable: ['simulation'],
  blockNumber: '100',
  blockHash: `0x${'ab'.repeat(32)}`,
  rulesetVersion: '1',
  intelAsOf: '2026-11-01',
}

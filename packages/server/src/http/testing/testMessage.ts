import type { MessageScanResult } from '../../usecases/scans/message/scanMessage.ts'

/** A body that POST /v1/scan/message accepts. */
export const MESSAGE = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', message: 'Hello' }

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SPENDER = '0xC6CDE7C39eB2f0F0095F41570af89eFC2C1Ea828'
const debit = {
  assetType: 'erc20',
  address: USDC,
  tokenId: null,
  amount: '5000000',
  unlimited: false,
  description: '5 USDC',
}

/** What the scan of the test world answers: every member, with something in every list. */
export const MESSAGE_RESULT: MessageScanResult = {
  address: MESSAGE.address,
  chain: 'ethereum',
  riskScore: 85,
  riskLevel: 'critical',
  confidence: 0.9,
  message: {
    type: 'typed-data',
    method: 'eth_signTypedData_v4',
    text: null,
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId: '1', verifyingContract: USDC, salt: null },
    parameters: [{ name: 'value', type: 'uint256', value: '5000000' }],
    clear: { intent: null, interpolatedIntent: null, fields: [{ label: 'Amount to send', value: '5 USDC' }] },
    undeclared: ['note'],
    digest: `0x${'d1'.repeat(32)}`,
    digests: {
      eip712Digest: `0x${'d1'.repeat(32)}`,
      domainHash: `0x${'d2'.repeat(32)}`,
      messageHash: `0x${'d3'.repeat(32)}`,
    },
  },
  intents: [
    {
      kind: 'allowance',
      protocol: 'EIP-2612',
      verifier: USDC,
      owner: MESSAGE.address,
      by: SPENDER,
      byLabel: 'Unlabelled wallet',
      takes: [debit],
      returns: [{ ...debit, to: MESSAGE.address }],
      calls: [{ to: USDC, value: '0', data: '0x', delegatecall: false }],
      until: null,
      deadline: '1800000000',
      notes: ['a note'],
    },
  ],
  payments: [
    {
      protocol: 'EIP-3009',
      token: USDC,
      symbol: 'USDC',
      decimals: 6,
      from: MESSAGE.address,
      to: SPENDER,
      amount: '5000000',
      description: '5 USDC',
      deadline: '1800000000',
    },
  ],
  simulation: {
    success: true,
    steps: [
      {
        intent: 0,
        from: MESSAGE.address,
        to: USDC,
        function: 'approve',
        value: '0',
        why: 'the permit is used',
        success: true,
        gasUsed: '50000',
        revertReason: null,
      },
    ],
    balanceChanges: [],
    approvalChanges: [],
    notRun: [{ intent: 0, reason: 'because' }],
    worthless: [],
    heldBack: [],
  },
  explanation: { summary: 'A permit.', details: '1. …', warnings: [], source: 'template' },
  warnings: [
    {
      id: 'permit-to-eoa',
      severity: 'critical',
      title: 'Permit for a personal wallet',
      description: 'Five dollars.',
      impact: 85,
      evidence: { spender: SPENDER },
    },
  ],
  recommendation: 'BLOCK',
  origin: null,
  complete: true,
  unknown: [],
  unavailable: [],
  blockNumber: '100',
  blockHash: `0x${'b1'.repeat(32)}`,
  rulesetVersion: '2026.11.3',
  intelAsOf: '2026-11-21',
}

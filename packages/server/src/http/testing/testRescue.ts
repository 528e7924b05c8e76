import type { RescueResult } from '../../usecases/rescue/rescueWallet.ts'
import { REVOKE_RESULT } from './testRevoke.ts'

const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SAFE = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const SPONSOR = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

/** What the test world answers of a rescue: every member. */
export const RESCUE_RESULT: RescueResult = {
  address: ACCOUNT,
  chain: 'ethereum',
  safe: SAFE,
  sponsor: SPONSOR,
  currentDelegate: TOKEN,
  rescueDelegate: SPONSOR,
  authorizations: [{ chainId: '0x1', address: SPONSOR, nonce: '0x8' }],
  transactions: [
    {
      from: SPONSOR,
      to: TOKEN,
      data: '0x',
      value: '0x0',
      chainId: '0x1',
      gas: null,
      purpose: 'deploy',
      description: 'Deploys the contract.',
    },
    {
      from: SPONSOR,
      to: ACCOUNT,
      data: '0x',
      value: '0x0',
      chainId: '0x1',
      gas: '0xbb80',
      type: '0x4',
      purpose: 'rescue',
      description: 'Moves what the account has.',
    },
  ],
  assets: [
    {
      standard: 'coins',
      token: null,
      tokenId: null,
      symbol: null,
      amount: '0.5',
      valueUsd: 1_500,
      received: '0.5',
      saved: true,
    },
    {
      standard: 'erc721',
      token: TOKEN,
      tokenId: '7',
      symbol: 'Cat',
      amount: '1',
      valueUsd: null,
      received: null,
      saved: null,
    },
  ],
  totals: { assets: 2, savedUsd: null, notSavedUsd: null, gas: null, feeWei: null },
  permitted: [
    {
      standard: 'erc20',
      token: TOKEN,
      spender: SPONSOR,
      tokenId: null,
      power: 'take',
      valueAtRiskUsd: null,
      confirmed: false,
    },
    {
      standard: 'permit-signature',
      token: TOKEN,
      spender: SPONSOR,
      tokenId: '4',
      power: 'take',
      valueAtRiskUsd: 20,
      confirmed: true,
    },
  ],
  unsaved: [
    { reason: 'refused', contract: TOKEN, tokenId: '7', label: 'Cat', detail: 'Its contract does not let it go.' },
    { reason: 'held-elsewhere', contract: SPONSOR, tokenId: null, label: 'Markets', detail: 'Withdraw it there.' },
  ],
  undelegation: REVOKE_RESULT.transactions[0] ?? null,
  submission: { kind: 'private-relay', rpc: '/v1/rpc/ethereum', detail: 'A private relay is configured.' },
  race: { fundingIsSwept: true, noncesCovered: 1 },
  steps: ['Do not send coins to the account.'],
  warnings: [],
  confidence: 0.9,
  complete: true,
  cut: [],
  unknown: ['assets.saved', 'assets.valueUsd'],
  unavailable: ['simulation'],
  blockNumber: '100',
  blockHash: `0x${'ab'.repeat(32)}`,
  rulesetVersion: '1',
  intelAsOf: '2026-11-01',
}

import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { account, days, factor, known } from './reportParts.ts'

/** A token that can be bought and not sold. */
export function sampleContractReport(): RiskReport {
  const token = account('2fC81d6A9e04B753')
  const owner = account('A06d5B1c93E7f842')
  return {
    entity: token,
    canonical: token,
    entityType: 'contract',
    chain: 'bsc',
    summary: {
      riskScore: 96,
      riskLevel: 'critical',
      verdict: 'Critical risk: Honeypot token and 5 other findings.',
      generatedAt: '2026-03-05T09:41:07.540Z',
      confidence: 0.97,
      recommendation: 'BLOCK',
    },
    riskBreakdown: {
      ownership: {
        score: 66,
        weight: 30,
        notApplicable: null,
        ...known(66),
        factors: [
          factor(
            'holder-freeze',
            'Freezing of single token holders',
            'high',
            14,
            'Its owner can call setTrading(bool): tried on a copy of the chain, every sale failed afterwards.',
            {
              owner,
              function: 'setTrading(bool)',
              selector: '0x8a8c523c',
              argument: 'false',
              saleAfter: 'reverted',
              slot: '0x0000000000000000000000000000000000000000000000000000000000000007',
            },
          ),
          factor(
            'mintable-supply',
            'Mintable token supply',
            'high',
            9,
            'The owner minted 1,000,000,000 tokens, twice what exists, on a copy of the chain; no limit stopped it.',
            { owner, function: 'mint(address,uint256)', minted: '1000000000', supplyBefore: '500000000' },
          ),
          factor(
            'renounced-ownership',
            'Renounced ownership',
            'info',
            -4,
            'The role that sets fees was given up in block 48112903.',
            { role: 'feeSetter', block: '48112903' },
          ),
        ],
      },
      code: {
        score: 91,
        weight: 30,
        notApplicable: null,
        ...known(91),
        factors: [
          factor(
            'honeypot-token',
            'Honeypot token',
            'critical',
            45,
            'Bought with 0.1 BNB and sold again in the next block on a copy of the chain: the sale reverts for everybody but the owner. 12 of 12 sampled holders cannot sell either.',
            {
              token,
              pair: account('D4907bE2631a5cF8'),
              bought: '8420117.553201',
              revertReason: 'TRANSFER_FAILED',
              holdersTried: 12,
              holdersWhoCannotSell: 12,
              exempt: [owner],
            },
          ),
          factor(
            'unverified-source',
            'Unverified source code',
            'low',
            4,
            'Neither Sourcify nor the explorer has source code that compiles to this contract.',
            { sourcify: false, explorer: false },
          ),
        ],
      },
      liquidity: {
        score: 62,
        weight: 20,
        notApplicable: null,
        ...known(62),
        factors: [
          factor(
            'creator-held-liquidity',
            'Liquidity held by the token creator',
            'high',
            16,
            'The account that created the token holds 98.2 % of the pool and nothing locks it: worth 41,300 USD now, gone in one transaction.',
            { holder: owner, share: 98.2, locked: false, valueUsd: '41300.12', pair: account('D4907bE2631a5cF8') },
          ),
        ],
      },
      associations: {
        score: 70,
        weight: 20,
        notApplicable: null,
        ...known(70),
        factors: [
          factor(
            'flagged-deployer',
            'Block-listed contract deployer',
            'high',
            12,
            'The creating account made 3 other tokens that lists name as scams; all of them lost their pools within 4 days.',
            {
              creator: owner,
              lists: ['operator: token-scams', 'chainabuse-export'],
              scams: [account('8B3e07cA15d9F264'), account('F1572Ac8e6904bD3'), account('06dE9f41B8c27A35')],
            },
          ),
        ],
      },
    },
    history: days('2026-02-27', [58, 61, 61, 96, 96, 96, 96], '2026.11.6'),
    recommendations: [
      'Do not buy it. If you hold it, pay no fee to “unlock” the sale.',
      'Approve nothing for it, and revoke your existing approvals.',
    ],
    rulesetVersion: '2026.11.6',
    intelAsOf: '2026-03-05T06:00:00.000Z',
    block: { number: '50311842', hash: `0x${'03b7e95c'.repeat(8)}` },
    sources: [
      { name: 'Chain state at the block', asOf: '2026-03-05T09:41:02.000Z' },
      { name: 'Trade simulation on a fork', asOf: '2026-03-05T09:41:02.000Z' },
      { name: 'Sourcify', asOf: '2026-03-05T09:41:05.000Z' },
      { name: 'operator: token-scams', asOf: '2026-03-05T06:00:00.000Z' },
      { name: 'Bytecode analysis', asOf: null },
    ],
    unavailable: [],
    unknown: [],
    complete: true,
    label: null,
  }
}

import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { account, days, factor, known } from './reportParts.ts'

/** A wallet that took money from a mixer and gave strangers unlimited allowances. */
export function sampleWalletReport(): RiskReport {
  return {
    entity: account('7b4E19c0D2f5A638'),
    canonical: account('7b4E19c0D2f5A638'),
    entityType: 'wallet',
    chain: 'ethereum',
    summary: {
      riskScore: 72,
      riskLevel: 'high',
      verdict: 'High risk: Wallet funded by a mixer and 3 other findings.',
      generatedAt: '2026-03-05T14:03:22.118Z',
      confidence: 0.86,
      recommendation: 'CAUTION',
    },
    riskBreakdown: {
      ownership: {
        score: 24,
        weight: 30,
        notApplicable: null,
        ...known(24),
        factors: [
          factor(
            'wallet-age',
            'Age of the wallet',
            'info',
            6,
            'It first acted 41 days ago: 40 of 100, weighing 15 %.',
            { score: 40, weight: 15, known: true, firstSeen: '2026-01-23T08:11:47.000Z' },
          ),
          factor('wallet-labels', 'Labels', 'info', 0, 'No list names it: 0 of 100, weighing 15 %.', {
            score: 0,
            weight: 15,
            known: true,
          }),
        ],
      },
      code: {
        score: 0,
        weight: 0,
        notApplicable: 'A personal wallet (EOA) runs no code of its own.',
        ...known(0),
        factors: [],
      },
      liquidity: { score: 0, weight: 0, notApplicable: 'Only a token has liquidity.', factors: [], ...known(0) },
      associations: {
        score: 71,
        weight: 70,
        notApplicable: null,
        ...known(71),
        factors: [
          factor(
            'funded-by-mixer',
            'Wallet funded by a mixer',
            'high',
            38,
            '3 of its 4 first payments, 29.7 ETH together, came out of Tornado Cash: 10 ETH. Where that money was before nobody can say, and exchanges may refuse it.',
            {
              address: account('7b4E19c0D2f5A638'),
              mixer: account('91e0B3D64a58cF27'),
              mixerLabel: 'Tornado Cash: 10 ETH',
              amount: '29.700000000000000000',
              share: 0.94,
              transactions: [`0x${'4c1f'.repeat(16)}`, `0x${'d20a'.repeat(16)}`, `0x${'8e53'.repeat(16)}`],
              block: '24588102',
            },
          ),
          factor(
            'risky-approvals',
            'Risky token approvals',
            'high',
            17,
            'Two unlimited allowances are given to contracts whose source nobody has published; together they put 18,240 USD at risk.',
            {
              approvals: 2,
              unlimited: 2,
              spenders: [account('c5D8a2074F1e6B93'), account('3aF0912bC7D4e865')],
              tokens: ['USDC', 'WETH'],
              valueAtRiskUsd: '18240.55',
            },
          ),
          factor(
            'many-new-recipients',
            'Dust payments to many new recipients',
            'medium',
            6,
            'In 30 days it paid 64 accounts for the first time; 51 of them had never been used before.',
            { recipients: 64, unused: 51, days: 30 },
          ),
          factor(
            'address-poisoning-in-history',
            'Address poisoning in the wallet history',
            'medium',
            3,
            'Two accounts sent it nothing of value from addresses that begin and end like ones it pays. Copy addresses from your own notes, not from the list of transactions.',
            {
              lookalikes: [account('e4A27c09D15b83F6'), account('5C90fE3b72a4D168')],
              imitated: [account('e4A2B6138f7d90C5'), account('5C90aD84e36F1b72')],
            },
          ),
          factor('wallet-history', 'History', 'info', 2, '212 transactions in 41 days: 10 of 100, weighing 20 %.', {
            score: 10,
            weight: 20,
            known: true,
          }),
        ],
      },
    },
    history: [
      ...days('2026-01-24', [18, 18, 19, 22, 22, 24, 24, 24, 31, 31, 30], '2026.10.4'),
      ...days(
        '2026-02-10',
        [38, 38, 38, 41, 41, 47, 47, 52, 52, 52, 58, 58, 66, 66, 66, 66, 71, 71, 71, 72, 72, 72, 72, 72],
        '2026.11.6',
      ),
    ],
    recommendations: [
      'Ask where the money came from before you accept any of it; keep the answer with this report.',
      'If the wallet is yours, revoke the two unlimited allowances in your wallet or with a revocation tool.',
      'Compare a recipient letter by letter with your own notes: look-alike addresses are waiting in the history.',
    ],
    rulesetVersion: '2026.11.6',
    intelAsOf: '2026-03-04T22:10:00.000Z',
    block: { number: '24592377', hash: `0x${'9ad4c01e'.repeat(8)}` },
    sources: [
      { name: 'Chain state at the block', asOf: '2026-03-05T14:03:11.000Z' },
      { name: 'Transaction history (Etherscan-compatible explorer)', asOf: '2026-03-05T14:02:58.000Z' },
      { name: 'US Treasury: Specially Designated Nationals', asOf: '2026-03-04T22:10:00.000Z' },
      { name: 'Sanctions oracle on chain', asOf: '2026-03-05T14:03:11.000Z' },
      { name: 'Names carried by the program', asOf: null },
    ],
    unavailable: ['price of 0x5C90fE3b72a4D1685C90fE3b72a4D1685C90fE3b'],
    unknown: [
      'what the spender 0x3aF0912bC7D4e8653aF0912bC7D4e8653aF0912b does with allowances',
      'internal transfers before block 24100000',
    ],
    complete: true,
    label: null,
  }
}

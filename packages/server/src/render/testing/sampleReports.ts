import type { ReportFactor, RiskReport } from '../../risk/report.ts'
import { levelOf } from '../../risk/score.ts'

// Reports made up by hand, as long as real ones. The addresses are of nobody.

const account = (digits: string) => `0x${digits.repeat(40).slice(0, 40)}`
const factor = (
  id: string,
  title: string,
  severity: ReportFactor['severity'],
  impact: number,
  description: string,
  evidence: ReportFactor['evidence'] = {},
): ReportFactor => ({ id, name: title, title, severity, description, impact, evidence })

const known = (score: number) => ({ riskLevel: levelOf(score), confidence: 1, unknown: [] })

/** One score a day, in steps from score to score. */
function days(first: string, scores: readonly number[], rulesetVersion: string): RiskReport['history'] {
  return scores.map((score, index) => ({
    date: new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
    score,
    riskLevel: levelOf(score),
    rulesetVersion,
  }))
}

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
      verdict: 'High risk: Most of its first money came from a mixer and 3 other findings.',
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
        notApplicable: 'An account that a key moves runs no code of its own.',
        ...known(0),
        factors: [],
      },
      liquidity: { score: 0, weight: 0, notApplicable: 'Only a token has a market.', factors: [], ...known(0) },
      associations: {
        score: 71,
        weight: 70,
        notApplicable: null,
        ...known(71),
        factors: [
          factor(
            'funded-by-mixer',
            'Most of its first money came from a mixer',
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
            'Strangers may take its tokens',
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
            'It pays many accounts that nobody knows',
            'medium',
            6,
            'In 30 days it paid 64 accounts for the first time; 51 of them had never been used before.',
            { recipients: 64, unused: 51, days: 30 },
          ),
          factor(
            'poisoned-history',
            'Its history holds look-alike addresses',
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
      'If the wallet is yours, withdraw the two unlimited allowances: POST /v1/wallet/revoke makes the transactions for it.',
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
  }
}

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
      verdict: 'Critical risk: What you buy cannot be sold and 5 other findings.',
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
            'freeze-switch',
            'One account may stop all trading',
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
            'New tokens can be made out of nothing',
            'high',
            9,
            'The owner minted 1,000,000,000 tokens, twice what exists, on a copy of the chain; no limit stopped it.',
            { owner, function: 'mint(address,uint256)', minted: '1000000000', supplyBefore: '500000000' },
          ),
          factor(
            'renounced-ownership',
            'Nobody can change the fees any more',
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
            'unsellable-token',
            'What you buy cannot be sold',
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
            'Nobody has published its source',
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
            'Who made it can take the pool away',
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
            'flagged-creator',
            'Its creator made scams before',
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
      'Do not buy it. What was bought is lost; do not pay anybody who promises to get it out.',
      'Give it no allowance, and withdraw what it has.',
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
  }
}

/** A young site with the name of another that asks for the recovery phrase. */
export function sampleUrlReport(): RiskReport {
  const url =
    'https://app.uniswap-rewards.example/claim/v3/airdrop?ref=tw1tter&campaign=spring-2026&chain=1&redirect=%2Fwallet%2Fverify%2Fsession%2F7f3c9a1e5b2d4860'
  return {
    entity: url,
    canonical: url,
    entityType: 'url',
    chain: null,
    summary: {
      riskScore: 94,
      riskLevel: 'critical',
      verdict: 'Critical risk: It asks for the recovery phrase of a wallet and 6 other findings.',
      generatedAt: '2026-03-05T18:20:45.002Z',
      confidence: 0.9,
      recommendation: 'BLOCK',
    },
    riskBreakdown: {
      ownership: {
        score: 62,
        weight: 30,
        notApplicable: null,
        ...known(62),
        factors: [
          factor(
            'brand-in-name',
            'It bears the name of Uniswap and is not Uniswap',
            'high',
            18,
            'The host joins the name with another word; the official site is uniswap.org.',
            { brand: 'Uniswap', official: 'uniswap.org', matched: 'uniswap-rewards', how: 'combo' },
          ),
          factor('new-domain', 'The domain is new', 'medium', 8, 'It was registered 3 days ago.', {
            domain: 'uniswap-rewards.example',
            registeredAt: '2026-03-02T07:15:00.000Z',
            registrar: 'Example Registrar Ltd.',
            by: 'rdap',
            server: 'rdap.example',
          }),
          factor(
            'recently-issued-certificate',
            'Its certificate is new',
            'low',
            2,
            'It was issued 3 days ago to the names below.',
            {
              issuer: 'Example CA R11',
              validFrom: '2026-03-02T07:21:09.000Z',
              names: ['app.uniswap-rewards.example', 'uniswap-rewards.example', 'www.uniswap-rewards.example'],
            },
          ),
        ],
      },
      code: {
        score: 92,
        weight: 40,
        notApplicable: null,
        ...known(92),
        factors: [
          factor(
            'seed-phrase-form',
            'It asks for the recovery phrase of a wallet',
            'critical',
            44,
            'A form with 12 word fields labelled "Secret Recovery Phrase" is sent to another site. No honest site asks for it.',
            {
              fields: 12,
              label: 'Secret Recovery Phrase',
              action: 'https://collect-api.example/v2/submit',
              offSite: true,
            },
          ),
          factor(
            'drainer-kit',
            'It carries the code of a wallet drainer',
            'critical',
            17,
            'A script sorts what a connected wallet holds by value and asks for one permission after the other.',
            {
              marks: ['balance-sorting', 'drain-function', 'victim-log'],
              script: 'https://app.uniswap-rewards.example/assets/chunk-vendors.7be1.js',
              calls: ['connect', 'permit', 'set-approval-for-all'],
            },
          ),
          factor(
            'obfuscated-script',
            'A script hides what it does',
            'low',
            1,
            'Its text is packed and decoded before it runs.',
            { kinds: ['packed', 'encoded-strings'] },
          ),
        ],
      },
      liquidity: { score: 0, weight: 0, notApplicable: 'Only a token has a market.', factors: [], ...known(0) },
      associations: {
        score: 40,
        weight: 30,
        notApplicable: null,
        ...known(40),
        factors: [
          factor(
            'cloaking',
            'Robots are shown another page than people',
            'medium',
            4,
            'A visitor is shown the form; a robot is sent to uniswap.org.',
            { how: ['final-site', 'content', 'wallet-code'], robot: 'https://uniswap.org/', visitor: url },
          ),
        ],
      },
    },
    history: [],
    recommendations: [
      'Do not open it, connect no wallet, type nothing. If a recovery phrase was typed there, move everything to a new wallet now.',
      'If you signed something there, withdraw the allowances of that wallet.',
      'Go to uniswap.org by your own bookmark.',
    ],
    rulesetVersion: '2026.11.6',
    intelAsOf: '2026-03-05T12:00:00.000Z',
    block: null,
    sources: [
      { name: 'Visit of the page', asOf: '2026-03-05T18:20:41.000Z' },
      { name: 'Registration (RDAP)', asOf: '2026-03-05T18:20:40.000Z' },
      { name: 'Certificate', asOf: '2026-03-05T18:20:40.000Z' },
      { name: 'eth-phishing-detect', asOf: '2026-03-05T12:00:00.000Z' },
      { name: 'Brands carried by the program', asOf: null },
    ],
    unavailable: [],
    unknown: ['what the page does in a browser: no browser is configured'],
    complete: true,
  }
}

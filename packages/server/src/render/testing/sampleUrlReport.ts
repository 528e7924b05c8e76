import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { factor, known } from './reportParts.ts'

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
      verdict: 'Critical risk: Seed phrase phishing form and 6 other findings.',
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
            'Lookalike or typosquat domain',
            'high',
            18,
            'The host joins the name with another word; the official site is uniswap.org.',
            { brand: 'Uniswap', official: 'uniswap.org', matched: 'uniswap-rewards', how: 'combo' },
          ),
          factor('new-domain', 'Recently registered domain', 'medium', 8, 'It was registered 3 days ago.', {
            domain: 'uniswap-rewards.example',
            registeredAt: '2026-03-02T07:15:00.000Z',
            registrar: 'Example Registrar Ltd.',
            by: 'rdap',
            server: 'rdap.example',
          }),
          factor(
            'recently-issued-certificate',
            'Recently issued TLS certificate',
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
            'Seed phrase phishing form',
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
            'Wallet drainer kit',
            'critical',
            17,
            'A script sorts what a connected wallet holds by value and asks for one permission after the other.',
            {
              marks: ['balance-sorting', 'drain-function', 'victim-log'],
              script: 'https://app.uniswap-rewards.example/assets/chunk-vendors.7be1.js',
              calls: ['connect', 'permit', 'set-approval-for-all'],
            },
          ),
          factor('obfuscated-script', 'Obfuscated script', 'low', 1, 'Its text is packed and decoded before it runs.', {
            kinds: ['packed', 'encoded-strings'],
          }),
        ],
      },
      liquidity: { score: 0, weight: 0, notApplicable: 'Only a token has liquidity.', factors: [], ...known(0) },
      associations: {
        score: 40,
        weight: 30,
        notApplicable: null,
        ...known(40),
        factors: [
          factor(
            'cloaking',
            'Page cloaking',
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
      'Do not open it, connect no wallet, type nothing. If you typed a seed phrase there, move all assets to a new wallet now.',
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
    label: null,
  }
}

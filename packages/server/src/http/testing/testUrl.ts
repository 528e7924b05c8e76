import type { UrlScanResult } from '../../usecases/scans/url/scanUrl.ts'
import { BREAKDOWN } from './testBreakdown.ts'

/** A body that POST /v1/scan/url accepts. */
export const URL_BODY = { url: 'https://app.evil.example/claim?ref=1' }

const listing = {
  label: 'phishing',
  name: null,
  source: 'Phishing sites',
  listedSince: '2026-11-01',
  matched: 'evil.example',
}
const mark = { where: 'inline', excerpt: 'eth_sendTransaction' }
const answer = { status: 200, url: 'https://other.example/', title: 'Claim' }

/** What the scan of the test world answers: every member that is always there, with something in every list. */
export const URL_RESULT: UrlScanResult = {
  url: 'https://other.example/',
  riskScore: 92,
  riskLevel: 'critical',
  threats: ['phishing', 'new_domain', 'typosquat', 'invalid_ssl'],
  details: {
    domainAge: 3,
    sslStatus: 'self_signed',
    redirectCount: 1,
    finalUrl: 'https://other.example/',
    ipAddress: '203.0.113.7',
  },
  recommendation: 'BLOCK',
  confidence: 0.9,
  warnings: [
    {
      id: 'block-listed-site',
      severity: 'critical',
      title: 'Block-listed site',
      description: 'It is on a list.',
      impact: 85,
      evidence: { matched: 'evil.example', memberOfItsOwn: ['a'] },
    },
  ],
  requestedUrl: URL_BODY.url,
  chain: 'ethereum',
  host: {
    host: 'app.evil.example',
    unicodeHost: 'app.evil.example',
    registrable: 'evil.example',
    site: 'evil.example',
    platform: null,
  },
  reached: true,
  listed: [listing],
  official: null,
  popular: { rank: 7, list: 'Popular sites' },
  likenesses: [
    { brand: 'Uniswap', domain: 'uniswap.org', how: 'combo', matched: 'uniswap-claim', ambiguous: false },
    {
      host: 'other.example',
      brand: 'Uniswap',
      domain: 'uniswap.org',
      how: 'path',
      matched: 'uniswap',
      ambiguous: true,
    },
  ],
  lexical: { host: 'other.example', score: 0.97, level: 'avoid', top: [{ gram: 'claim', weight: 2.5 }] },
  redirects: [
    {
      from: URL_BODY.url,
      to: 'https://other.example/',
      how: 'http',
      status: 302,
      shortener: null,
      listed: [listing],
    },
  ],
  certificate: {
    status: 'self_signed',
    protocol: 'TLSv1.3',
    issuer: 'app.evil.example',
    subject: 'app.evil.example',
    names: ['app.evil.example'],
    validFrom: '2026-11-01T00:00:00.000Z',
    validTo: null,
    httpsAvailable: true,
  },
  cloaking: { differs: true, how: ['title'], visitor: answer, robot: { ...answer, title: null } },
  complete: true,
  unknown: ['whois'],
  unavailable: ['registration'],
  asOf: '2026-11-21T11:58:00.000Z',
  cached: { ageSeconds: 120 },
  rulesetVersion: '1',
  intelAsOf: '2026-11-01',
  breakdown: BREAKDOWN,
}

/** The sections that only some ask for. */
export const URL_SECTIONS: Required<Pick<UrlScanResult, 'content' | 'whois' | 'browser'>> = {
  content: {
    rendered: false,
    title: 'Claim',
    description: null,
    language: 'en',
    text: 'Claim your tokens',
    brands: [{ brand: 'Uniswap', domains: ['uniswap.org'], where: ['title'], own: false }],
    forms: [{ action: null, offSite: false, fields: [{ kind: 'seed-phrase', label: 'Recovery phrase' }] }],
    promises: [],
    paymentAddresses: [],
    secretsAsked: [{ kind: 'seed-phrase', evidence: '12 word fields' }],
    lures: [{ kind: 'claim', phrase: 'Claim your tokens' }],
    walletCalls: [{ kind: 'send', ...mark }],
    obfuscation: [{ kind: 'packed', ...mark }],
    drainerMarks: [{ kind: 'balance-sorting', ...mark }],
    channels: [{ kind: 'telegram-bot', ...mark }],
    clipboard: [{ kind: 'rewrites-copy', ...mark }],
    frames: [{ src: 'https://frame.example/', hidden: true, offSite: true }],
    scripts: [{ src: null, bytes: 120, read: true, offSite: false, why: null }],
    links: { total: 3, offSite: 1, dead: 1, javascript: 0, data: 0, downloads: [] },
    favicon: { url: 'https://other.example/favicon.ico', sha256: 'ab'.repeat(32) },
    onlyOthers: [],
    hotlinkedFrom: null,
    unread: [],
  },
  whois: {
    domain: 'evil.example',
    registeredAt: '2026-11-18T00:00:00.000Z',
    expiresAt: null,
    updatedAt: null,
    registrar: 'A registrar',
    nameServers: ['ns1.evil.example'],
    statuses: ['client transfer prohibited'],
    by: 'rdap',
    server: 'rdap.example',
  },
  browser: {
    finalUrl: 'https://other.example/',
    requests: [
      {
        method: 'eth_sendTransaction',
        provider: 'eip6963',
        chain: 'ethereum',
        params: '[{}]',
        unprompted: true,
        scan: {
          kind: 'transaction',
          riskScore: 90,
          riskLevel: 'critical',
          recommendation: 'BLOCK',
          paid: { usd: 120, share: 0.5 },
          findings: [
            {
              id: 'asset-drain',
              severity: 'critical',
              title: 'Asset drain through existing approvals',
              description: 'It does.',
            },
          ],
        },
        failure: null,
      },
      {
        method: 'eth_chainId',
        provider: 'eip1193',
        chain: null,
        params: '[]',
        unprompted: false,
        scan: null,
        failure: 'nothing to scan',
      },
    ],
    contacted: ['other.example'],
    refused: ['10.0.0.1'],
    dialogs: ['Are you sure?'],
    codes: [{ text: 'wc:1@2', kind: 'pairing', payee: null, instead: null }],
    pictures: 1,
    clipboardWrites: ['0x'],
    copies: [{ text: '0x', unprompted: true, shown: false, instead: null }],
    typed: [{ kind: 'phrase', host: 'other.example', channel: 'fetch' }],
    downloads: [],
    screenshot: null,
    cutOff: null,
  },
}

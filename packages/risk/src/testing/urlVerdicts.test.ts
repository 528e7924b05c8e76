import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { urlDetectors } from '../detectors/index.generated.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { scoreOutcomes } from '../engine/score.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import type { Page } from '../facts/page.ts'
import {
  browsing,
  cloaking,
  DEX_CALLS,
  dns,
  form,
  hop,
  lexical,
  listed,
  marks,
  named,
  page,
  registration,
  SCANNED_AT,
  sampleUrl,
  site,
  tls,
  trust,
  unreached,
  visit,
  walletRequest,
} from './sampleUrl.ts'
import { judgeUrl } from './testUrlVerdict.ts'

const lures = (...kinds: Page['lures'][number]['kind'][]) => kinds.map((kind) => ({ kind, phrase: kind }))
const wallet = marks(...DEX_CALLS, 'set-approval-for-all')
const phrase = page({ secretsAsked: [{ kind: 'seed-phrase', evidence: '12 inputs for words' }] })
const days = (ageDays: number) => ({
  registration: registration({ ageDays }),
  tls: tls({ validFrom: SCANNED_AT - Math.min(ageDays, 60) * 86_400_000 }),
})

/** Nothing but a place for its scripts to fill. */
const shell = page({
  text: '',
  forms: [],
  links: { total: 0, offSite: 0, dead: 0, javascript: 0, data: 0, downloads: [] },
})

const HONEST: Record<string, { facts: Partial<Facts>; allowed: string[] }> = {
  'a small shop': { facts: {}, allowed: ['PROCEED'] },
  'a new exchange with everything that exchanges ask for': {
    facts: { ...days(120), page: page({ walletCalls: wallet, lures: lures('claim') }) },
    // What it asks a wallet for is decided when it runs.
    allowed: ['CAUTION'],
  },
  'the same where a browser ran it': {
    facts: {
      ...days(120),
      page: page({ walletCalls: wallet, lures: lures('claim'), rendered: true }),
      browsing: browsing(),
    },
    allowed: ['PROCEED'],
  },
  'the same of two years ago': {
    facts: { ...days(800), page: page({ walletCalls: wallet, lures: lures('claim') }) },
    allowed: ['PROCEED'],
  },
  'a new page that its scripts make': {
    facts: { ...days(120), page: shell },
    allowed: ['CAUTION'],
  },
  'the same of two years ago, made by scripts': {
    facts: { ...days(800), page: shell },
    allowed: ['PROCEED'],
  },
  'the same of yesterday, packed, with dead links and a hidden frame': {
    facts: {
      ...days(1),
      page: page({
        walletCalls: wallet,
        lures: lures('claim'),
        links: { total: 10, offSite: 2, dead: 8, javascript: 4, data: 0, downloads: [] },
        frames: [{ src: 'https://chat.example/', hidden: true, offSite: true }],
        brands: [named('Foxwallet', 'logo', 'text')],
      }),
    },
    allowed: ['CAUTION'],
  },
  'a page that explains phishing': {
    facts: {
      page: page({
        title: 'How Foxwallet users are robbed',
        brands: [named('Foxwallet', 'title', 'heading', 'meta', 'text')],
        lures: lures('claim', 'verify-wallet', 'urgency'),
        drainerMarks: marks('kit-name'),
      }),
    },
    allowed: ['PROCEED'],
  },
  'a wallet that asks for a phrase on its own site': {
    facts: { trust: trust({ official: 'Foxwallet' }), page: phrase },
    allowed: ['PROCEED'],
  },
  'a new airdrop in plain code': {
    facts: { ...days(40), page: page({ walletCalls: marks('connect', 'send'), lures: lures('claim', 'urgency') }) },
    allowed: ['PROCEED', 'CAUTION'],
  },
  'a portfolio that sorts by value': {
    facts: { page: page({ walletCalls: wallet, drainerMarks: marks('balance-sorting') }) },
    allowed: ['PROCEED'],
  },
  'a film site that does not want to be inspected': {
    facts: { page: page({ obfuscation: marks('debugger-loop', 'packed') }) },
    allowed: ['PROCEED'],
  },
  'a known project behind a robot check': {
    facts: { trust: trust({ official: 'Swapper' }), visit: visit({ status: 403 }), cloaking: null },
    allowed: ['PROCEED'],
  },
  'a shop that moved from http and turns robots away': {
    facts: {
      site: site('http://teashop.example/'),
      visit: visit({ hops: [hop('http://teashop.example/', 'https://teashop.example/')], upgraded: true }),
      cloaking: cloaking({ differs: true, how: ['status', 'title'], robot: { status: 403, url: '', title: null } }),
    },
    allowed: ['PROCEED'],
  },
  'a page with a forgotten certificate': { facts: { tls: tls({ status: 'expired' }) }, allowed: ['CAUTION'] },
  'an exchange whose requests were executed and cost what they should': {
    facts: {
      page: page({ walletCalls: wallet }),
      browsing: browsing({
        requests: [
          walletRequest(),
          walletRequest({
            method: 'eth_sendTransaction',
            scan: {
              kind: 'transaction',
              riskScore: 8,
              riskLevel: 'safe',
              recommendation: 'PROCEED',
              findings: [],
              paid: null,
            },
          }),
        ],
      }),
    },
    allowed: ['PROCEED'],
  },
}
for (const [name, { facts, allowed }] of Object.entries(HONEST)) {
  test(`${name}: ${allowed.join(' or ')}`, async () => {
    const { recommendation, riskScore, findings } = await judgeUrl(facts)
    assert.ok(allowed.includes(recommendation), JSON.stringify({ recommendation, riskScore, findings }, null, 1))
  })
}

const HARM: Record<string, { facts: Partial<Facts>; least: string[]; threats: string[] }> = {
  'a phrase that a stranger asks for, on an old domain': {
    facts: { page: phrase, registration: registration({ ageDays: 9_000 }) },
    least: ['BLOCK'],
    threats: ['phishing'],
  },
  'the same beside every credit there is but the site’s own': {
    facts: {
      page: page({ ...phrase, brands: [] }),
      registration: registration({ ageDays: 9_000 }),
      trust: trust({ popular: { rank: 400, list: 'Popular' } }),
    },
    least: ['BLOCK'],
    threats: ['phishing'],
  },
  'a false login of an exchange': {
    facts: { page: page({ brands: [named('Coinbank', 'title', 'logo')], forms: [form(['email', 'password'])] }) },
    least: ['AVOID', 'BLOCK'],
    threats: ['phishing'],
  },
  'the same, three days old': {
    facts: {
      ...days(3),
      page: page({ brands: [named('Coinbank', 'title', 'logo')], forms: [form(['email', 'password'])] }),
    },
    least: ['BLOCK'],
    threats: ['phishing', 'new_domain'],
  },
  'a kit that speaks to wallets': {
    facts: { page: page({ walletCalls: wallet, drainerMarks: marks('kit-structure', 'victim-log') }) },
    least: ['BLOCK'],
    threats: ['scam'],
  },
  'a claim by hidden code, two days old': {
    facts: {
      ...days(2),
      page: page({ walletCalls: wallet, lures: lures('claim', 'urgency'), obfuscation: marks('hex-names') }),
    },
    least: ['AVOID', 'BLOCK'],
    threats: ['scam', 'new_domain'],
  },
  'a robot check that makes people run a command': {
    facts: { page: page({ clipboard: marks('runs-command-lure'), lures: lures('verify-wallet') }) },
    least: ['BLOCK'],
    threats: ['malware'],
  },
  'a wallet page that only people see': {
    facts: {
      page: page({ walletCalls: wallet }),
      cloaking: cloaking({ differs: true, how: ['title', 'wallet-code'] }),
    },
    least: ['AVOID', 'BLOCK'],
    threats: ['suspicious'],
  },
  'a page whose request was executed and empties the wallet': {
    facts: {
      browsing: browsing({
        requests: [
          walletRequest({
            method: 'eth_sendTransaction',
            unprompted: true,
            scan: {
              kind: 'transaction',
              riskScore: 96,
              riskLevel: 'critical',
              recommendation: 'BLOCK',
              findings: [],
              paid: null,
            },
          }),
        ],
      }),
    },
    least: ['BLOCK'],
    threats: ['scam', 'suspicious'],
  },
  'a page that talks to a listed server': {
    facts: { contactTrust: { 'evil.example': listed('evil.example') } },
    least: ['AVOID'],
    threats: ['phishing'],
  },
}
for (const [name, { facts, least, threats }] of Object.entries(HARM)) {
  test(`${name}: ${least.join(' or ')}`, async () => {
    const judged = await judgeUrl(facts)
    assert.ok(least.includes(judged.recommendation), JSON.stringify(judged, null, 1))
    assert.deepEqual(
      threats.filter((threat) => !judged.threats.some((one) => one === threat)),
      [],
      judged.threats.join(),
    )
  })
}

const LOOKALIKE = { brand: 'Coinbank', domain: 'coinbank.example', how: 'edit-distance', matched: 'coinbnak' } as const

test('a listed site is blocked, in any company', async () => {
  const { listed: hits } = listed('teashop.example')
  const credits: Partial<Facts>[] = [
    {},
    { trust: trust({ official: 'The Tea Shop', popular: { rank: 3, list: 'Popular' } }) },
    {
      trust: trust({ allowed: { by: 'the operator', note: null } }),
      registration: registration({ ageDays: 9_000 }),
    },
    unreached(),
  ]
  for (const facts of credits) {
    const judged = await judgeUrl({ ...facts, trust: { ...trust(), ...facts.trust, listed: hits } })
    assert.equal(judged.recommendation, 'BLOCK')
    assert.ok(judged.threats.includes('phishing'), judged.threats.join())
  }
})

test('a name is one piece of evidence, however many rules read it: it blocks nothing by itself', async () => {
  const { recommendation, threats } = await judgeUrl({
    likenesses: [{ ...LOOKALIKE, ambiguous: false }],
    lexical: lexical({ score: 1, level: 'avoid' }),
  })
  assert.equal(recommendation, 'AVOID')
  assert.ok(threats.includes('typosquat'))
})

test('a name that is almost a brand’s asks for care, and more where the domain is young or the page acts', async () => {
  const likenesses = [{ ...LOOKALIKE, ambiguous: false }]
  const unsaid = { registration: null }
  for (const [allowed, facts] of [
    ['CAUTION', {}],
    ['CAUTION', { ...unsaid }],
    ['CAUTION', { ...unreached(), ...unsaid }],
    ['AVOID', { ...days(200) }],
    ['AVOID', { ...unreached(), ...days(200) }],
    ['AVOID', { page: page({ brands: [named('Coinbank', 'title')] }) }],
    ['AVOID', { ...unsaid, page: page({ forms: [form(['password'])] }) }],
  ] as const)
    assert.equal((await judgeUrl({ ...facts, likenesses })).recommendation, allowed, JSON.stringify(facts))
})

test('a new honest project whose name the model dislikes is looked at with care and no worse', async () => {
  const { recommendation } = await judgeUrl({
    ...days(3),
    lexical: lexical({ score: 0.7, level: 'caution' }),
    page: page({ walletCalls: wallet, lures: lures('claim') }),
  })
  assert.equal(recommendation, 'CAUTION')
})

const EVERYTHING = Object.keys(sampleUrl()).filter((name) => name !== 'site' && name !== 'scannedAt') as FactName[]

test('a site without any known fact is never safe', async () => {
  const { riskScore, confidence } = await judgeUrl({}, EVERYTHING)
  assert.ok(riskScore >= 40, String(riskScore))
  assert.ok(confidence < 0.2, String(confidence))
})

test('a site that does not answer, or whose name does not exist, asks for care', async () => {
  const known = await judgeUrl({})
  for (const [gone, missing, why] of [
    [unreached(), ['page', 'tls'], 'not-enough-known'],
    [{ ...unreached('dns'), dns: dns({ exists: false, addresses: [] }) }, [], 'unresolvable-host'],
  ] as const) {
    const judged = await judgeUrl(gone)
    assert.deepEqual([judged.riskLevel, judged.missing, judged.findings[0]?.id], ['medium', missing, why])
    assert.ok(judged.confidence < 0.5 && judged.confidence < known.confidence, String(judged.confidence))
  }
})

test('a page that the site withholds asks for care', async () => {
  const { recommendation, findings } = await judgeUrl({ visit: visit({ status: 403 }) })
  assert.equal(recommendation, 'CAUTION')
  assert.ok(findings.some(({ id }) => id === 'not-enough-known'))
})

test('what a browser would have seen is not held against a service that has none', async () => {
  const { riskLevel, confidence } = await judgeUrl({})
  assert.equal(riskLevel, 'safe')
  assert.ok(confidence > 0.7, String(confidence))
})

test('a suspicious name blocks nothing by itself', async () => {
  for (const ageDays of [2, 2_000]) {
    const { recommendation } = await judgeUrl({ ...days(ageDays), lexical: lexical({ score: 1, level: 'avoid' }) })
    assert.notEqual(recommendation, 'BLOCK')
  }
})

/** Each makes things worse, whatever the others do. */
const WORSE: readonly ((facts: Partial<Facts>) => Partial<Facts>)[] = [
  (facts) => ({ ...facts, registration: registration({ ageDays: 5 }) }),
  (facts) => ({ ...facts, tls: tls({ ...facts.tls, status: 'self_signed' }) }),
  (facts) => ({ ...facts, page: page({ ...facts.page, walletCalls: wallet }) }),
  (facts) => ({ ...facts, page: page({ ...facts.page, lures: lures('claim', 'urgency', 'giveaway') }) }),
  (facts) => ({ ...facts, page: page({ ...facts.page, obfuscation: marks('packed', 'hex-names', 'debugger-loop') }) }),
  (facts) => ({ ...facts, page: page({ ...facts.page, drainerMarks: marks('drain-function') }) }),
  (facts) => ({ ...facts, page: page({ ...facts.page, channels: marks('telegram-bot') }) }),
  (facts) => ({ ...facts, page: page({ ...facts.page, brands: [named('Coinbank', 'title', 'logo')] }) }),
  (facts) => ({ ...facts, page: page({ ...facts.page, forms: [form(['password'])] }) }),
  (facts) => ({ ...facts, page: page({ ...facts.page, secretsAsked: phrase.secretsAsked }) }),
  (facts) => ({ ...facts, page: page({ ...facts.page, clipboard: marks('rewrites-copy', 'writes-address') }) }),
  (facts) => ({ ...facts, cloaking: cloaking({ differs: true, how: ['wallet-code'] }) }),
  (facts) => ({ ...facts, contactTrust: { 'evil.example': listed('evil.example') } }),
  (facts) => ({ ...facts, trust: { ...trust(), ...facts.trust, listed: listed('teashop.example').listed } }),
  (facts) => ({ ...facts, lexical: lexical({ score: 0.99, level: 'avoid' }) }),
]

test('more that speaks against a site never lowers its score', () =>
  fc.assert(
    fc.asyncProperty(fc.subarray([...WORSE]), fc.constantFrom(...WORSE), async (some, one) => {
      const facts = some.reduce((all, worsen) => worsen(all), {} as Partial<Facts>)
      const [before, after] = await Promise.all([judgeUrl(facts), judgeUrl(one(facts))])
      assert.ok(after.riskScore >= before.riskScore, `${before.riskScore} ${after.riskScore}`)
    }),
    { numRuns: 100 },
  ))

test('the order of the rules changes nothing', () =>
  fc.assert(
    fc.property(fc.subarray([...WORSE]), fc.infiniteStream(fc.double({ noNaN: true })), (some, random) => {
      const facts = { ...sampleUrl(), ...some.reduce((all, worsen) => worsen(all), {} as Partial<Facts>) }
      const shuffled = urlDetectors
        .map((detector) => ({ detector, at: random.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ detector }) => detector)
      const score = scoreOutcomes(runDetectors(urlDetectors, { facts, missing: {} }))
      assert.deepEqual(scoreOutcomes(runDetectors(shuffled, { facts, missing: {} })), score)
    }),
    { numRuns: 40 },
  ))

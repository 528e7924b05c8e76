import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherFacts, Incomplete } from '../engine/gatherFacts.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import {
  browsing,
  dns,
  hop,
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
} from '../testing/sampleUrl.ts'
import { judgeUrl } from '../testing/testUrlVerdict.ts'
import { missingOfUrl } from './missingOfUrl.ts'
import { NOT_LOOKED_AT, SHOWN_BY_A_BROWSER } from './unseenParts.ts'

const sampleOld = { registration: registration() }

type Case = { facts: Partial<Facts>; missing?: string[]; absent?: FactName[] }

const END = 'https://other.example/'
const led = (more: Partial<Facts['visit']> = {}) => visit({ hops: [hop(site().href, END)], final: site(END), ...more })
const gone = { ...unreached().visit, hops: [hop(site().href, END)], final: site(END) }
const popular = trust({ popular: { rank: 900, list: 'Popular' } })
const shared = { platform: 'pages.example', site: 'shop.pages.example' }
const oldEnd = registration({ domain: 'other.example' })

/** The page was seen, or a good standing stands in for it. */
const DECIDED: Record<string, Case> = {
  'a page that was read': { facts: {} },
  'a document, an image, a download': {
    facts: { page: null, visit: visit({ contentType: 'application/pdf', truncated: true }) },
  },
  'an old site with a valid certificate that answers 503': { facts: { visit: visit({ status: 503 }) } },
  'the same where a link leads': {
    facts: {
      visit: led({ status: 503 }),
      finalTls: tls(),
      finalRegistration: oldEnd,
      hopTrust: { 'other.example': trust() },
    },
  },
  'a page that an old site does not have': { facts: { visit: visit({ status: 404 }) } },
  'an official site that is down': { facts: { ...unreached(), trust: trust({ official: 'The Tea Shop' }) } },
  'an allowed site that is down': {
    facts: { ...unreached(), trust: trust({ allowed: { by: 'the operator', note: null } }) },
  },
  'a popular site that is down': { facts: { ...unreached(), trust: popular } },
  'an official site behind a robot check': {
    facts: { visit: visit({ challenge: 'Cloudflare' }), trust: trust({ official: 'The Tea Shop' }) },
  },
  'a link to a popular site that is down': {
    facts: { visit: gone, page: null, hopTrust: { 'other.example': popular } },
  },
  'an official site that was not visited in time': {
    facts: { trust: trust({ official: 'The Tea Shop' }) },
    absent: ['visit', 'page', 'hopTrust', 'cloaking'],
  },
}
for (const [name, { facts, absent }] of Object.entries(DECIDED))
  test(`${name} is not held back for want of a page`, async () => {
    const { missing, recommendation } = await judgeUrl(facts, absent)
    assert.deepEqual([missing, recommendation], [[], 'PROCEED'])
  })

const UNDECIDED: Record<string, Case & { missing: string[] }> = {
  'a site that is down, so that its certificate is not known': { facts: unreached(), missing: ['page', 'tls'] },
  'one of which no registry says the age': {
    facts: { visit: visit({ status: 503 }), registration: null },
    missing: ['page', 'registration'],
  },
  'one whose registry does not answer': {
    facts: { visit: visit({ status: 503 }) },
    absent: ['registration'],
    missing: ['page', 'registration'],
  },
  'a young one': {
    facts: { visit: visit({ status: 503 }), registration: registration({ ageDays: 200 }) },
    missing: ['page'],
  },
  'one whose certificate has expired': {
    facts: { visit: visit({ status: 503 }), tls: tls({ status: 'expired', validTo: SCANNED_AT - 1 }) },
    missing: ['page'],
  },
  'plain http': {
    facts: {
      site: site('http://teashop.example/'),
      visit: visit({ status: 503, final: site('http://teashop.example/') }),
      tls: tls({ status: 'none' }),
    },
    missing: ['page'],
  },
  'a customer of a hosting platform': {
    facts: {
      site: site('https://shop.pages.example/', shared),
      visit: visit({ status: 404, final: site('https://shop.pages.example/', shared) }),
    },
    missing: ['page'],
  },
  'a page that is withheld, however old the site': { facts: { visit: visit({ status: 403 }) }, missing: ['page'] },
  'a robot check': { facts: { visit: visit({ challenge: 'Imperva' }) }, missing: ['page'] },
  'the beginning of a page': { facts: { visit: visit({ truncated: true }) }, missing: ['page'] },
  'redirects without end': { facts: { visit: visit({ endless: true, status: 302 }) }, missing: ['page'] },
  'a popular link to a page that is withheld': {
    facts: {
      trust: popular,
      visit: led({ status: 403 }),
      finalTls: tls(),
      finalRegistration: oldEnd,
      hopTrust: { 'other.example': trust() },
    },
    missing: ['page'],
  },
  'an old link to a site that is down': {
    facts: {
      visit: gone,
      page: null,
      finalTls: unreached().tls,
      finalRegistration: null,
      hopTrust: { 'other.example': trust() },
    },
    missing: ['page', 'registration', 'tls'],
  },
  'an old site that was not visited in time': {
    facts: {},
    absent: ['visit', 'page', 'hopTrust', 'cloaking'],
    missing: ['visit'],
  },
  'an official site whose address carries another, not visited in time': {
    facts: { trust: trust({ official: 'The Tea Shop' }), site: site(undefined, { carried: [END] }) },
    absent: ['visit', 'page', 'hopTrust', 'cloaking'],
    missing: ['visit'],
  },
  'a page that was not read in time': { facts: {}, absent: ['page'], missing: ['page'] },
}
for (const [name, { facts, absent, missing }] of Object.entries(UNDECIDED))
  test(`${name} asks for care, and the finding names what is missing`, async () => {
    const judged = await judgeUrl(facts, absent)
    assert.deepEqual([judged.missing, judged.recommendation], [missing, 'CAUTION'])
    const why = judged.findings.find(({ severity }) => severity === 'medium')
    assert.ok(why !== undefined, 'no points without a factor')
  })

test('a name that does not exist lacks nothing: a rule of its own asks for care', async () => {
  const { missing, recommendation, findings } = await judgeUrl({
    ...unreached('dns'),
    dns: dns({ exists: false, addresses: [] }),
    trust: trust({ official: 'The Tea Shop' }),
  })
  assert.deepEqual([missing, recommendation, findings[0]?.id], [[], 'CAUTION', 'unresolvable-host'])
})

test('while DNS is not believed the same host lacks its page', async () => {
  const { missing, recommendation } = await judgeUrl(unreached('dns'), ['dns'])
  assert.deepEqual([missing, recommendation], [['page', 'tls'], 'CAUTION'])
})

test('lists that were never read are no good record', async () => {
  const given = Object.entries({ ...sampleUrl(), visit: visit({ status: 503 }) }).map(([name, value]) => [
    name,
    () => value,
  ])
  const none = { reason: 'failed', message: 'none', root: 'trust', decisive: false, error: null } as const
  const providers = { ...Object.fromEntries(given), trust: () => new Incomplete(trust(), none) }
  const needed = Object.keys(sampleUrl()) as FactName[]
  const gathered = await gatherFacts({ providers, needed, signal: new AbortController().signal })
  assert.deepEqual(missingOfUrl(gathered), ['page', 'trust'])
})

test('what only looking shows is missing by its name; a browser leaves what it does not show either', async () => {
  const { marks } = SHOWN_BY_A_BROWSER
  const { program } = NOT_LOOKED_AT
  const young = { registration: registration({ ageDays: 100 }) }
  const missingIn = async (facts: Partial<Facts>) => (await judgeUrl({ ...sampleUrl(), ...young, ...facts })).missing
  assert.deepEqual(await missingIn({ page: page({ unread: [marks, program] }) }), ['renderedPage', marks, program])
  assert.deepEqual(await missingIn({ page: page({ unread: [program], rendered: true }), browsing: browsing() }), [
    program,
  ])
  assert.deepEqual(await missingIn({ page: page({ unread: [marks, program] }), ...sampleOld }), [])
})

test('a page that a limit stopped, or that asked for what no scan judges, is not wholly seen, unless its site is known', async () => {
  const failure = 'There is no scan for this method.'
  const asked = browsing({ requests: [walletRequest({ method: 'eth_decrypt', failure })] })
  const missingIn = async (facts: Partial<Facts>) => (await judgeUrl({ ...sampleUrl(), ...facts })).missing
  assert.deepEqual(await missingIn({ browsing: browsing({ cutOff: 'time' }) }), ['walletRequests'])
  assert.deepEqual(await missingIn({ browsing: asked }), ['walletRequests'])
  assert.deepEqual(await missingIn({ browsing: asked, trust: popular }), [])
  assert.deepEqual(await missingIn({ browsing: browsing() }), [])
})

test('a page that was used in part, asked for nothing and has code that asks is not wholly seen', async () => {
  const code = page({
    rendered: true,
    walletCalls: [{ kind: 'send', where: 'inline', excerpt: 'eth_sendTransaction' }],
  })
  const young = { registration: registration({ ageDays: 100 }), page: code }
  const partly = browsing({ partlyUsed: true })
  const missingIn = async (facts: Partial<Facts>) => (await judgeUrl({ ...sampleUrl(), ...young, ...facts })).missing
  assert.deepEqual(await missingIn({ browsing: partly }), ['walletRequests'])
  assert.deepEqual(await missingIn({ browsing: browsing() }), [])
  assert.deepEqual(await missingIn({ browsing: partly, page: page({ rendered: true }) }), [])
  const connected = browsing({ partlyUsed: true, requests: [walletRequest({ method: 'eth_requestAccounts' })] })
  assert.deepEqual(await missingIn({ browsing: connected }), [])
  assert.deepEqual(await missingIn({ browsing: partly, ...sampleOld }), [])
})

test('a network beyond ours is not looked at on a young site, and an old one may offer it', async () => {
  const failure = 'The page wants a network that is not scanned.'
  const asked = browsing({ requests: [walletRequest({ method: 'wallet_addEthereumChain', failure, scan: null })] })
  const missingIn = async (facts: Partial<Facts>) =>
    (await judgeUrl({ ...sampleUrl(), ...facts, browsing: asked })).missing
  assert.deepEqual(await missingIn({ registration: registration({ ageDays: 100 }) }), ['walletRequests'])
  assert.deepEqual(await missingIn(sampleOld), [])
})

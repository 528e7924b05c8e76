import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'tldts'
import { packDomains } from './packDomains.ts'

const brandOf = (domain: string) => packDomains().find((entry) => entry.domain === domain)?.brand

for (const [domain, brand] of [
  ['uniswap.org', 'Uniswap'],
  ['aave.com', 'Aave'],
  ['binance.com', 'Binance'],
  ['kraken.com', 'Kraken'],
  ['metamask.io', 'MetaMask'],
  ['opensea.io', 'OpenSea'],
  ['pancakeswap.finance', 'PancakeSwap'],
] as const)
  test(`${domain} is ${brand}'s`, () => assert.equal(brandOf(domain), brand))

test('domains are registrable, once each, with a brand; nothing lies on shared hosting', () => {
  const domains = packDomains().map(({ domain }) => domain)
  assert.equal(new Set(domains).size, domains.length)
  for (const { domain, brand } of packDomains()) {
    const { domain: registrable, isIcann } = parse(domain, { allowPrivateDomains: true })
    assert.equal(registrable, domain)
    assert.equal(isIcann, true, domain)
    assert.notEqual(brand.trim(), '')
  }
  for (const shared of [
    'github.com',
    'github.io',
    'x.com',
    'medium.com',
    'google.com',
    't.me',
    'gitbook.io',
    'vercel.app',
    'notion.site',
  ])
    assert.equal(brandOf(shared), undefined, shared)
})

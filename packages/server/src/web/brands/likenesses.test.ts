import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseSite } from '../address/parseSite.ts'
import { BRANDS } from './brands.ts'
import { createLikenesses } from './likenesses.ts'

const likenesses = createLikenesses(BRANDS)
const read = (address: string) =>
  likenesses(parseSite(`https://${address}`)).map(({ domain, how, ambiguous }) => [domain, how, ambiguous])

for (const [address, domain, how, ambiguous] of [
  ['metamask-login.example', 'metamask.io', 'combo', false],
  ['metarnask.com', 'metamask.io', 'confusable', false],
  ['xn--80ak6aa92e.com', undefined, undefined, undefined],
  ['b\u0456nance.com', 'binance.com', 'confusable', false],
  ['uniswpa.org', 'uniswap.org', 'edit-distance', false],
  ['uniswap.com.co', 'uniswap.org', 'tld', false],
  ['meta-mask.com', 'metamask.io', 'combo', false],
  ['metamask.vercel.app', 'metamask.io', 'subdomain', false],
  ['metamask.evil.example', 'metamask.io', 'subdomain', false],
  ['app.uniswap.org.evil.example', 'uniswap.org', 'subdomain', false],
  ['base.org.evil.example', 'base.org', 'subdomain', false],
  ['sites.google.com/view/metamask-login', 'metamask.io', 'path', false],
  ['claim-arbitrum.example', 'arbitrum.io', 'combo', false],
  ['paypal-secure.example', 'paypal.com', 'combo', false],
  // Names that honest strangers carry, and words: never an accusation by themselves.
  ['arbitrum-stats.example', 'arbitrum.io', 'combo', true],
  ['starknet.example', 'starknet.io', 'tld', true],
  ['base-airdrop.example', 'base.org', 'combo', true],
  ['okx.example', 'okx.com', 'tld', true],
] as const)
  test(`${address} resembles ${domain ?? 'nothing of ours'}`, () =>
    assert.deepEqual(read(address), domain === undefined ? [] : [[domain, how, ambiguous]]))

for (const address of [
  'uniswap.org',
  'app.uniswap.org',
  'metamask.io',
  'www.paypal.com',
  'paypal.de',
  'arcade.xyz',
  'stargate-news.com',
  'basecamp.com',
  'arbitrum.rpc.example',
  'base.blockscout.com',
  'teashop.example',
  'vercel.app',
  'github.com/Uniswap/interface',
  'x.com/MetaMask',
  'defillama.com/protocol/uniswap',
  'localhost',
  '127.0.0.1/metamask-login',
])
  test(`${address} resembles no brand`, () => assert.deepEqual(read(address), []))

test('no brand’s own domain resembles another brand, nor does any host below it', () => {
  for (const { domains } of BRANDS)
    for (const domain of domains) {
      assert.deepEqual(read(domain), [], domain)
      assert.deepEqual(read(`claim-metamask.${domain}`), [], domain)
    }
})

test('each brand is named once, whatever the host, and what accuses comes first', () => {
  const label = fc.constantFrom('metamask', 'base', 'claim-uniswap', 'okx', 'x', 'metarnask', 'ledger-login')
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 8 }), (labels) => {
      const found = likenesses(parseSite(`https://${labels.join('.')}.example`))
      const brands = found.map(({ brand }) => brand)
      assert.equal(new Set(brands).size, brands.length)
      const order = found.map(({ ambiguous }) => Number(ambiguous))
      assert.deepEqual(order, [...order].sort())
      assert.ok(found.length <= 5)
    }),
  )
})

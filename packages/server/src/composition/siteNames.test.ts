import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSiteNames } from './siteNames.ts'

test('names are judged by the brands given and by the model that comes with the program', () => {
  const { parse, lexical, likenesses } = createSiteNames(null)
  const site = parse('https://metamask-restore-wallet.example/')
  assert.equal(likenesses(site)[0]?.brand, 'MetaMask')
  assert.ok((lexical(site)?.score ?? 0) > 0.5)
  const own = createSiteNames(null, [{ brand: 'Larkspur', names: ['larkspur'], domains: ['larkspur.test'] }])
  assert.deepEqual(own.likenesses(site), [])
  assert.equal(own.likenesses(parse('https://larkspur-restore.test/'))[0]?.brand, 'Larkspur')
})

test('an operator’s model that cannot be read stops the start', () => {
  assert.throws(() => createSiteNames('/nowhere/hosts.bin'), /ENOENT/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '../facts/page.ts'
import { named } from '../testing/sampleUrl.ts'
import { impersonatedBrand } from './brandLikeness.ts'

const borrowed = (brand: Page['brands'][number], lures: Page['lures'] = []) =>
  impersonatedBrand({ brands: [brand], lures })

test('a brand is borrowed where the title names it, and one more place', () => {
  const where = ['title', 'logo'] as const
  assert.deepEqual(borrowed(named('Swapper', ...where)), { brand: 'Swapper', where: [...where] })
})

test('logos, texts and titles alone borrow no brand, and a brand borrows nothing from itself', () => {
  assert.equal(borrowed(named('Swapper', 'logo', 'heading', 'text')), null)
  assert.equal(borrowed(named('Swapper', 'title', 'text')), null)
  assert.equal(borrowed({ ...named('Swapper', 'title', 'logo'), own: true }), null)
})

test('what the page of a market or explorer is about is not borrowed', () => {
  assert.equal(borrowed({ ...named('Swapper', 'title', 'meta', 'heading'), as: 'subject' }), null)
})

test('the name of a network is borrowed by who presses', () => {
  const network = (...where: Page['brands'][number]['where']) => ({
    ...named('Teanet', ...where),
    as: 'carried' as const,
  })
  assert.equal(borrowed(network('title', 'heading', 'meta')), null)
  assert.equal(borrowed(network('title', 'heading'), [{ kind: 'claim', phrase: 'Claim rewards' }]), null)
  assert.equal(
    borrowed(network('title', 'heading'), [{ kind: 'claim', phrase: 'claim your airdrop' }])?.brand,
    'Teanet',
  )
  assert.equal(borrowed(network('title', 'heading'), [{ kind: 'giveaway', phrase: '2x back' }])?.brand, 'Teanet')
})

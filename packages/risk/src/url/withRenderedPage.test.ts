import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page } from '../testing/sampleUrl.ts'
import { SHOWN_BY_A_BROWSER } from './unseenParts.ts'
import { withKnownMarks, withSeenTyped } from './withRenderedPage.ts'

test('a page keeps what is typed until a browser sees any of it leave', () => {
  const local = page({ keepsTyped: true })
  assert.equal(withSeenTyped(local, [])?.keepsTyped, true)
  for (const kind of ['phrase', 'sentence', 'password'] as const)
    assert.equal(withSeenTyped(local, [{ kind, host: 'else.example', channel: 'fetch' }])?.keepsTyped, undefined, kind)
  assert.equal(withSeenTyped(null, []), null)
})

test('pictures beside a password stay unseen in a browser, unless their brand or the site’s own name says whose they are', () => {
  const unread = [SHOWN_BY_A_BROWSER.marks]
  const shown = page({ title: 'Sign in', text: 'Sign in to go on.', rendered: true, unread })
  const mark = { brand: 'OKX', isWallet: false, at: 'header', distance: 4, limit: 9, box: null } as const
  assert.deepEqual(withKnownMarks(shown, [], 'teashop.example')?.unread, unread)
  assert.deepEqual(withKnownMarks(shown, [{ ...mark, principal: false }], 'teashop.example')?.unread, unread)
  assert.deepEqual(withKnownMarks(shown, [{ ...mark, principal: true }], 'teashop.example')?.unread, [])
  assert.deepEqual(withKnownMarks({ ...shown, title: 'Tea Shop' }, [], 'teashop.example')?.unread, [])
  assert.equal(withKnownMarks({ ...shown, rendered: false }, [], null)?.unread.length, 1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personalUserAgent } from './openWindow.ts'

test('nothing in it says that no person is there', () => {
  const said = JSON.stringify(
    personalUserAgent('Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0 Safari/537.36'),
  )
  assert.doesNotMatch(said, /headless|linux|x11/i)
  assert.match(said, /Chrome\/156\.0\.0\.0/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDisarmed } from './disarmed.ts'

const CLEAN = { file: 'server/src/lib/cleanText.ts', tests: ['lib/cleanText.test.ts'] }
const LINE = 'const MAX_NAMED = 4'

test('a test that fails without its protection is found; one that passes, and one that does not load, is missed', async () => {
  const control = await runDisarmed([
    { what: 'one more is named', from: LINE, to: 'const MAX_NAMED = 5', ...CLEAN },
    { what: 'nothing is changed', from: LINE, to: LINE, ...CLEAN },
    { what: 'there is no such line', from: 'const NO_SUCH_LINE', to: '', ...CLEAN },
    { what: 'the file does not compile', from: LINE, to: '}{', ...CLEAN },
  ])
  assert.deepEqual(control, {
    disarmed: 4,
    found: 1,
    missed: [
      'nothing is changed: lib/cleanText.test.ts',
      'there is no such line: lib/cleanText.test.ts',
      'the file does not compile: lib/cleanText.test.ts',
    ],
  })
})

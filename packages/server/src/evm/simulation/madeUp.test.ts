import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { madeUpAddress, madeUpWord } from './madeUp.ts'

const hash = `0x${'11'.repeat(32)}` as const
const other = `0x${'12'.repeat(32)}` as const

test('the same role at the same block is the same word, and nothing else is', () => {
  assert.equal(madeUpWord({ hash }, 'own code', 'a'), madeUpWord({ hash }, 'own code', 'a'))
  const words = [
    madeUpWord({ hash }, 'own code', 'a'),
    madeUpWord({ hash }, 'own code', 'b'),
    madeUpWord({ hash }, 'own code,a'),
    madeUpWord({ hash: other }, 'own code', 'a'),
  ]
  assert.equal(new Set(words).size, words.length)
  assert.match(madeUpAddress({ hash }, 'delegate'), /^0x[0-9a-f]{40}$/)
})

test('another process makes up another: no code can be written for it', () => {
  const script = `import { madeUpWord } from ${JSON.stringify(new URL('./madeUp.ts', import.meta.url).href)}
console.log(madeUpWord({ hash: '${hash}' }, 'own code', 'a'))`
  const elsewhere = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim()
  assert.match(elsewhere, /^0x[0-9a-f]{64}$/)
  assert.notEqual(elsewhere, madeUpWord({ hash }, 'own code', 'a'))
})

test('no byte of a word is zero: call data of any made-up word costs the same gas', () => {
  for (let at = 0; at < 2_000; at++) assert.doesNotMatch(madeUpWord({ hash }, 'password', String(at)), /^0x(..)*00/)
})

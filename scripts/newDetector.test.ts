import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { scaffold } from './newDetector.ts'

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'newDetector.ts'), ...args], { encoding: 'utf8' })

test('the scaffold leaves nothing to register and cannot pass by accident', () => {
  const { rule, test: cases } = scaffold('transaction', 'approval-to-nobody')
  assert.match(rule, /id: 'approval-to-nobody'/)
  assert.match(rule, /appliesTo: 'transaction'/)
  assert.match(rule, /why: 'TODO/, 'which the registry test refuses')
  assert.match(cases, /from '\.\/approval-to-nobody\.ts'/)
})

test('mistakes are named before anything is written', () => {
  assert.match(run('planet', 'some-rule').stderr, /The subject is one of url, contract/)
  assert.match(run('transaction', 'NotKebab').stderr, /kebab-case/)
  assert.match(run('transaction', 'approval-to-eoa').stderr, /approval-to-eoa exists/)
  assert.equal(run('transaction', 'approval-to-eoa').status, 2)
})

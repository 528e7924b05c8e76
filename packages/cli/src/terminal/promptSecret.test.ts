import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testTerminal } from '../testing/runCommand.ts'
import { promptSecret } from './promptSecret.ts'

const CASES: readonly (readonly [what: string, typed: string, expected: string])[] = [
  ['typed', 'svc_test_abc\r', 'svc_test_abc'],
  ['pasted with a line end and more', 'svc_test_abc\nrm -rf\n', 'svc_test_abc'],
  ['corrected', 'svx\u007fc_\b_test_a\r', 'svc_test_a'],
]
for (const [what, typed, expected] of CASES)
  test(`a secret that is ${what} is read and not shown`, async () => {
    const { terminal, text, rawModes } = testTerminal({ isTerminal: true, stdin: typed })
    assert.equal(await promptSecret(terminal, 'Key: '), expected)
    assert.equal(text('stderr') + text('stdout'), 'Key: \n')
    assert.deepEqual(rawModes, [true, false])
  })

test('Ctrl-C ends it, and the terminal echoes again', async () => {
  const { terminal, rawModes } = testTerminal({ isTerminal: true, stdin: 'svc\u0003' })
  await assert.rejects(promptSecret(terminal, 'Key: '), { name: 'Interrupted' })
  assert.deepEqual(rawModes, [true, false])
})

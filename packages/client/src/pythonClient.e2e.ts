import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const FOLDER = join(import.meta.dirname, '../../../clients/python')
const there = spawnSync('python3', ['--version']).status === 0

// Where everything is required, a Python that is missing must not look like tests that pass.
test('the Python client passes its tests', {
  skip: there || process.env.CI === 'true' ? false : 'there is no python3',
}, () => {
  const { status, stderr } = spawnSync('python3', ['-B', '-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'], {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: 'src' },
  })
  assert.match(stderr, /^Ran [5-9] tests/m)
  assert.equal(status, 0, stderr)
})

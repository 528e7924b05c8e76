import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { SCOPES } from '../../server/src/domain/apiKey.ts'
import { sharedService } from '../../server/src/testing/sharedService.ts'

const FOLDER = join(import.meta.dirname, '../../../clients/python')
const there = spawnSync('python3', ['--version']).status === 0

// Where everything is required, a Python that is missing must not look like tests that pass.
test('the Python client passes its tests, against a service too', {
  skip: there || process.env.CI === 'true' ? false : 'there is no python3',
}, async () => {
  const { app, url } = await sharedService()
  const account = await app.store.accounts.create({ name: 'python', plan: 'enterprise', operator: true })
  const scopes = [...SCOPES]
  const { token } = await app.store.keys.create({ accountId: account.id, name: 'p', scopes, environment: 'test' })
  const env = { ...process.env, PYTHONPATH: 'src', REDOUBT_TEST_URL: url, REDOUBT_TEST_KEY: token }
  const args = ['-B', '-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests']
  // Not spawnSync: the service answers from this process.
  const said = await new Promise<string>((resolve) => {
    execFile('python3', args, { cwd: FOLDER, env }, (error, _, stderr) =>
      resolve(error === null ? stderr : `${error}\n${stderr}`),
    )
  })
  assert.match(said, /^Ran [2-9]\d tests in .*\n\nOK\n$/m)
})

const mypy = [
  ['mypy', []],
  ['python3', ['-m', 'mypy']],
] as const
const found = mypy.find(([program, before]) => spawnSync(program, [...before, '--version']).status === 0)

test('the types of the Python client are whole: mypy --strict', {
  skip: found === undefined && 'there is no mypy: `pip install mypy` lets this test run',
}, () => {
  const [program, before] = found ?? assert.fail()
  const { status, stdout, stderr } = spawnSync(
    program,
    [...before, '--strict', '--no-incremental', 'src', 'tests/typed_use.py'],
    {
      cwd: FOLDER,
      env: process.env,
      encoding: 'utf8',
    },
  )
  assert.equal(status, 0, stdout + stderr)
})

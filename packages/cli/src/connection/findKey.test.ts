import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testTerminal } from '../testing/runCommand.ts'
import { findKey, findUrl, serviceUrl } from './findKey.ts'
import { saveLogin } from './savedLogin.ts'

const folder = mkdtempSync(join(tmpdir(), 'redoubt-keys-'))
after(() => rmSync(folder, { recursive: true }))

const URL_A = 'https://a.example'
const find = async (env: Record<string, string>, url = URL_A, keyFile?: string, stdin?: string) => {
  const given = { env, ...(stdin !== undefined && { stdin, isTerminal: true }) }
  return (await findKey(testTerminal(given).terminal, url, keyFile)).apiKey
}
const keyFile = (name: string, mode: number, text = 'svc_test_file\n') => {
  const file = join(folder, name)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

test('the option wins over the environment, that over the login, and the prompt is last', async () => {
  const file = keyFile('good', 0o600)
  const env = { XDG_CONFIG_HOME: folder, REDOUBT_API_KEY_FILE: file }
  saveLogin(env, { url: URL_A, apiKey: 'svc_test_login' })
  assert.equal(await find({ ...env, REDOUBT_API_KEY: 'svc_test_variable' }, URL_A, file), 'svc_test_file')
  assert.equal(await find({ ...env, REDOUBT_API_KEY: 'svc_test_variable' }), 'svc_test_variable')
  assert.equal(await find(env), 'svc_test_file')
  assert.equal(await find({ XDG_CONFIG_HOME: folder }), 'svc_test_login')
  assert.equal(await find({}, URL_A, undefined, 'svc_test_typed\r'), 'svc_test_typed')
  await assert.rejects(find({}), { name: 'KeyError', message: /REDOUBT_API_KEY.*--key-file.*login/s })
})

test('a login is for its own service only, and its file for its owner', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'login') }
  const file = saveLogin(env, { url: `${URL_A}/`, apiKey: 'svc_test_login' })
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(join(file, '..')).mode & 0o777, 0o700)
  assert.equal(findUrl(undefined, env), URL_A)
  for (const other of ['https://b.example', 'http://a.example', 'https://a.example:444'])
    await assert.rejects(find(env, other), { name: 'KeyError' })
  chmodSync(file, 0o644)
  await assert.rejects(find(env), { name: 'KeyFileError', message: /mode is 0644.*chmod 600/ })
})

test('a file that others can read, or that holds no key, is refused, and its text is never said', async () => {
  for (const mode of [0o640, 0o604, 0o660])
    await assert.rejects(find({}, URL_A, keyFile('open', mode)), { name: 'KeyFileError', message: /chmod 600/ })
  const phrase = keyFile('phrase', 0o600, 'legal winner thank year')
  await assert.rejects(find({}, URL_A, phrase), (error: Error) => !error.message.includes('winner'))
  await assert.rejects(find({ REDOUBT_API_KEY: 'hunter2' }), (error: Error) => !error.message.includes('hunter2'))
  await assert.rejects(find({}, URL_A, join(folder, 'none')), { name: 'KeyFileError', message: /ENOENT/ })
})

test('the address of the service holds no secret', () => {
  assert.equal(serviceUrl('http://127.0.0.1:8080/'), 'http://127.0.0.1:8080')
  for (const url of ['redoubt.example', 'ftp://a', 'https://u:p@a.example'])
    assert.throws(() => serviceUrl(url), { name: 'UsageError' })
})

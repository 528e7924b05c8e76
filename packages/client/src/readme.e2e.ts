import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { quietApp } from '../../server/src/testing/quietApp.ts'

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const sectionOf = (title: string) => README.split(/^## /m).find((section) => section.startsWith(title)) ?? assert.fail()
const [, BLOCK = ''] = /```js\n([\s\S]*?)```/.exec(sectionOf('Block a drain')) ?? []
const [, ASK = '', PRINTED = ''] =
  /```js\n([\s\S]*?)```[\s\S]*?It prints:\n\n```text\n([\s\S]*?)```/.exec(sectionOf('Ask the service')) ?? []

/** The page that the first example is on: a wallet that keeps what reaches it. */
const PAGE = `const apiKey = process.env.KEY
const drain = { from: '0xC022C85bCe79a889068e142c337e7d8EC5BEa139', to: '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac',
  value: '0x65817a4ac1bedb', data: '0x4e71d92d' }
const answers = { eth_chainId: '0x1' }
globalThis.window = { ethereum: { request: async ({ method }) => answers[method] ?? console.log('sent', method) } }
`

test('the examples of the README do what it says', async () => {
  const service = await quietApp('test')
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-readme-'))
  const run = async (program: string) => {
    const file = join(folder, 'example.mjs')
    const source = (path: string) => `'${pathToFileURL(join(import.meta.dirname, path)).href}'`
    const text = program
      .replaceAll(`'@redoubt/client/guard'`, source('guard/index.ts'))
      .replaceAll(`'@redoubt/client'`, source('index.ts'))
      .replaceAll('http://127.0.0.1:8080', service.url)
    writeFileSync(file, text)
    const env = { ...process.env, KEY: service.tokens[0] }
    return promisify(execFile)(process.execPath, [file], { env })
  }
  try {
    const shown = PRINTED.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')
    assert.match((await run(ASK)).stdout, new RegExp(`^${shown}$`))
    const refused = await run(PAGE + BLOCK).catch((error: { stdout: string; stderr: string }) => error)
    assert.match(refused.stderr, /GuardRefusal: Refused eth_sendTransaction \(BLOCK\): You lose /)
    assert.equal(refused.stdout, '')
  } finally {
    rmSync(folder, { recursive: true })
    await service.app.close()
  }
})

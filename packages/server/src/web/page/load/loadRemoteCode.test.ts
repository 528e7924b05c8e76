import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSite } from '../../address/parseSite.ts'
import type { VisitFetch } from '../../visit/requestHeaders.ts'
import { hiddenRemoteCalls, unfold } from '../code/obfuscation.ts'
import { siteRelation } from '../html/linksOf.ts'
import { loadRemoteCode } from './loadRemoteCode.ts'

const HOME = 'https://shop.example/'
const DRAIN = `const go = async () => ethereum.request({ method: 'eth_sendTransaction', params: [] })`
const backwards = (text: string) => [...text].reverse().join('')

async function load(code: string, answer: string) {
  const asked: string[] = []
  const fetch = (async ({ url }: { url: string }) => {
    asked.push(url)
    return { status: 200, body: Buffer.from(answer), headers: {}, url, truncated: false }
  }) as unknown as VisitFetch
  const relation = siteRelation(parseSite(HOME), null, parseSite)
  const codes = await loadRemoteCode([unfold('inline', code)], relation, fetch, HOME, AbortSignal.timeout(60_000))
  return { asked, kinds: codes.flatMap(hiddenRemoteCalls).map(({ kind }) => kind) }
}

const RUNS = `fetch('/api/settings.json').then((one) => one.json()).then(({ chunk }) => new Function(chunk)())`

test('code that a server answers as text is read: as it is, in JSON, and backwards', async () => {
  for (const answer of [DRAIN, JSON.stringify({ chunk: DRAIN }), JSON.stringify({ chunk: backwards(DRAIN) })]) {
    assert.deepEqual(await load(RUNS, answer), {
      asked: ['https://shop.example/api/settings.json'],
      kinds: ['hidden-wallet-call'],
    })
  }
})

test('settings that are not run are not loaded, and code without a wallet says nothing', async () => {
  assert.deepEqual((await load(`fetch('/api/settings.json').then((one) => one.json())`, DRAIN)).asked, [])
  assert.deepEqual((await load(RUNS, 'const theme = () => document.body.dataset.theme')).kinds, [])
})

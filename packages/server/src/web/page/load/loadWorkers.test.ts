import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseSite } from '../../address/parseSite.ts'
import type { VisitFetch } from '../../visit/requestHeaders.ts'
import { unfold } from '../code/obfuscation.ts'
import { siteRelation } from '../html/linksOf.ts'
import { loadWorkers } from './loadWorkers.ts'

const HOME = 'https://shop.example/'

async function load(code: string, worker: string | null) {
  const fetch = (async ({ url }: { url: string }) => ({
    status: worker === null ? 404 : 200,
    body: Buffer.from(worker ?? ''),
    headers: {},
    url,
    truncated: false,
  })) as unknown as VisitFetch
  const relation = siteRelation(parseSite(HOME), null, parseSite)
  const { codes, areRead } = await loadWorkers(
    [unfold('inline', code)],
    relation,
    fetch,
    HOME,
    AbortSignal.timeout(60_000),
  )
  return [areRead, codes.map(({ where }) => where)]
}

const REGISTERS = `navigator.serviceWorker.register('/sw.js')`
const READ = ['https://shop.example/sw.js']

it('a worker that only fetches and keeps is read', async () => {
  const cache = `self.onfetch = (event) => event.respondWith(caches.match(event.request).then((one) => one ?? fetch(event.request).catch(() => new Response('Offline'))))`
  assert.deepEqual(await load(REGISTERS, cache), [true, READ])
  assert.deepEqual(await load(`new Worker('/sw.js')`, 'self.onmessage = () => postMessage(1)'), [true, READ])
  assert.deepEqual(await load('const text = 1', null), [true, []])
})

it('one that answers with what it puts together, loads more code, or is not there, is not', async () => {
  assert.deepEqual(await load(REGISTERS, 'onfetch = (event) => event.respondWith(new Response(parts.join("")))'), [
    false,
    READ,
  ])
  assert.deepEqual(await load(REGISTERS, `importScripts('https://other.example/x.js')`), [false, READ])
  assert.deepEqual(await load(REGISTERS, null), [false, []])
  assert.deepEqual(await load('navigator.serviceWorker.register(address)', 'onfetch = null'), [false, []])
})

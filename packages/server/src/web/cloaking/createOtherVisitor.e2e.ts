import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { it } from 'node:test'
import { withServer } from '@redoubt/egress/testing/withServer.ts'
import { parseSite } from '../address/parseSite.ts'
import { createPageReader } from '../page/createPageReader.ts'
import { createVisitor } from '../visit/createVisitor.ts'
import { createOtherVisitor } from './createOtherVisitor.ts'

const TIDES = '<h1>Tides</h1><p>High water follows the moon by some hours. We keep a table for three harbours.</p>'
const FORM = '<h1>Wallet</h1><p>Enter your recovery phrase.</p><textarea name="words"></textarea>'

/** How often a server is asked for its page, and what only others are shown. */
function visits(shows: (language: string, agent: string) => string) {
  let asked = 0
  const listener: RequestListener = ({ headers, url }, response) => {
    if (url === '/') asked++
    const html = shows(headers['accept-language'] ?? '', headers['user-agent'] ?? '')
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  }
  return withServer(listener, async ({ egress, allowed }) => {
    const options = { fetch: egress.guarded.fetch, parse: parseSite, deadlineMs: 60_000 }
    const signal = AbortSignal.timeout(120_000)
    const visited = await createVisitor(options)(parseSite(allowed), signal)
    const read = createPageReader({ ...options, brands: [] })
    const page = await createOtherVisitor({ ...options, read })(visited, signal)
    return { asked, onlyOthers: page?.onlyOthers }
  })
}

it('a page that asks for nothing is visited in further languages', async () => {
  for (const start of ['de', 'es', 'ru', 'zh'])
    assert.deepEqual((await visits((language) => (language.startsWith(start) ? FORM : TIDES))).onlyOthers, ['secrets'])
  assert.deepEqual(await visits(() => TIDES), { asked: 5, onlyOthers: [] })
})

it('one that asks everybody is visited twice', async () => {
  assert.deepEqual(await visits(() => FORM), { asked: 2, onlyOthers: [] })
})

it('another language is no other page', async () => {
  const hola = '<h1>Mareas</h1><p>La marea alta sigue a la luna.</p>'
  assert.deepEqual((await visits((language) => (language.startsWith('es') ? hola : TIDES))).onlyOthers, [])
})

it('wallet code for phones counts on another page, and not on the same one', async () => {
  const WALLET = '<script>ethereum.request({ method: "eth_requestAccounts" })</script>'
  const shown = (title: string, text = TIDES) =>
    visits((_, agent) =>
      /iPhone/.test(agent) ? `<title>${title}</title>${text}${WALLET}` : `<title>Tides</title>${TIDES}`,
    )
  assert.deepEqual((await shown('Reward')).onlyOthers, ['wallet-code'])
  assert.deepEqual((await shown('Tides')).onlyOthers, [])
  const claim = '<h1>Your reward</h1><p>Connect to receive it before the day ends.</p>'
  assert.deepEqual((await shown('Tides', claim)).onlyOthers, ['wallet-code'])
})

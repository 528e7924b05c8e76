import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createApp } from '../../composition/app.ts'
import { readConfig } from '../../config.ts'

const folder = mkdtempSync(join(tmpdir(), 'redoubt-events-'))
after(() => rmSync(folder, { recursive: true, force: true }))

describe('the stream of events over a restart', () => {
  const start = () =>
    createApp(readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: `sqlite:${join(folder, 'x.db')}` }), () => {})

  test('goes on where it was: nothing is lost and nothing comes twice', async () => {
    let app = await start()
    const { id: accountId } = await app.store.accounts.create({ name: 'reader', plan: 'pro' })
    const owner = { accountId, environment: 'live' } as const
    const { token } = await app.store.keys.create({ ...owner, name: 'k', scopes: ['webhooks:write'] })
    let told = 0
    const tell = async (count: number) => {
      for (let end = told + count; told < end; told++)
        await app.store.outbox.enqueue({
          ...owner,
          type: 'approval.new',
          entity: null,
          data: `{"count":${told}}`,
          identity: null,
          at: Date.now(),
        })
    }
    const seen: number[] = []
    let last = ''
    /** Reads until so many were seen, or the stream ends. */
    const read = async (base: string, wanted: number) => {
      const headers = { authorization: `Bearer ${token}`, ...(last !== '' && { 'last-event-id': last }) }
      const response = await fetch(`${base}/v1/events/stream`, { headers })
      assert.equal(response.status, 200)
      let text = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          last = /^id: (.+)$/m.exec(block)?.[1] ?? last
          const data = /^data: (.+)$/m.exec(block)?.[1]
          if (data !== undefined) seen.push(JSON.parse(data).data.count)
        }
        if (seen.length >= wanted) return
      }
    }

    const first = app.listen().then((base) => read(base, Number.POSITIVE_INFINITY))
    while (last === '') await new Promise((resolve) => setTimeout(resolve, 10))
    await tell(20)
    while (seen.length < 5) await new Promise((resolve) => setTimeout(resolve, 10))
    await tell(7)
    // The stream ends with the server.
    await app.close()
    await first
    app = await start()
    await tell(13)
    await read(await app.listen(), 40)
    await app.close()
    assert.deepEqual(
      seen,
      Array.from({ length: 40 }, (_, count) => count),
    )
  })
})

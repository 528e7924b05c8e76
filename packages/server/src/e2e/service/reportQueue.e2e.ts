import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sandboxWorld } from '../../sandbox/world.ts'
import { quietApp } from '../../testing/quietApp.ts'

/** Four reports of each account may wait beside its running one, and 64 in all: so many accounts fill the queue. */
const ACCOUNTS = 24
const OF_EACH = 5

describe('more reports to be drawn than may wait', () => {
  const { actors } = sandboxWorld('ethereum')
  const keys: string[] = []
  let service: Awaited<ReturnType<typeof quietApp>>
  const ask = async (key: string, format: 'json' | 'pdf') => {
    const response = await fetch(
      `${service.url}/v1/risk/report/${actors.friend}?deadlineMs=30000${format === 'pdf' ? '&format=pdf' : ''}`,
      { headers: { authorization: `Bearer ${key}` } },
    )
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, body }
  }

  before(async () => {
    service = await quietApp('test', {}, { sandboxChains: ['ethereum'] })
    for (let index = 0; index < ACCOUNTS; index++) {
      const { id: accountId } = await service.app.store.accounts.create({ name: `${index}`, plan: 'enterprise' })
      const made = { accountId, name: 'risk', scopes: ['risk:read' as const], environment: 'test' as const }
      keys.push((await service.app.store.keys.create(made)).token)
    }
    // Each has the judgement: only the drawing is left.
    for (const key of keys) assert.equal((await ask(key, 'json')).status, 200)
  })
  after(() => service?.app.close())

  test('are refused with a time to come back, and drawn then', async () => {
    const isRefused = ({ status, body }: { status: number; body: Buffer }) =>
      status === 503 && /^Too many reports wait/.test(JSON.parse(`${body}`).error.message)
    const all = () => Promise.all(keys.flatMap((key) => Array.from({ length: OF_EACH }, () => ask(key, 'pdf'))))
    // How many come before one is drawn is the machine's affair.
    let answers = await all()
    while (!answers.some(isRefused)) answers = await all()
    for (const { status, headers, body } of answers) {
      assert.ok([200, 429, 503].includes(status), `${status}`)
      if (status === 200) assert.equal(headers.get('content-type'), 'application/pdf')
      else assert.equal(headers.get('retry-after'), '5')
      if (status === 503) assert.equal(JSON.parse(`${body}`).error.code, 'OVERLOADED')
    }
    const refused = answers.findIndex(isRefused)
    const again = await ask(keys[Math.floor(refused / OF_EACH)] ?? '', 'pdf')
    assert.deepEqual([again.status, `${again.body.subarray(0, 5)}`], [200, '%PDF-'])
  })
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { VerdictKey } from '../../domain/verdict.ts'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'
import type { UntypedJson } from '../../testing/untypedJson.ts'
import { readVerdict } from '../../witness/verdictFile.ts'

const MAIN = fileURLToPath(new URL('../../../bin/redoubt.js', import.meta.url))
const PAGE = 'https://app.example'
const FIGURES_HIDDEN = /^The policy of the wallet says /

const run = promisify(execFile)

describe('those who ask for a verdict', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-callers-'))
  const world = sandboxWorld('ethereum')
  let service: Awaited<ReturnType<typeof sharedService>>
  let keys: VerdictKey[] = []
  let admin = ''
  let page = ''
  const body = allScenarios(world).find(({ id }) => id === 'plain-transfer')?.body
  const witnessed = { ...body, options: { witness: true, deadlineMs: 20_000 } }

  before(async () => {
    service = await sharedService()
    const { keys: rows } = service.app.store
    const account = await rows.findByToken(service.tokens[0] ?? '')
    assert.ok(account)
    const { accountId } = account
    admin = (await rows.create({ accountId, name: 'admin', scopes: ['admin'], environment: 'test' })).token
    const ofPage = {
      accountId,
      name: 'page',
      scopes: ['scan:read' as const],
      environment: 'test' as const,
      origins: [PAGE],
    }
    page = (await rows.create(ofPage)).token
    const published = await (await fetch(`${service.url}/.well-known/redoubt-keys.json`)).text()
    keys = (JSON.parse(published) as { keys: VerdictKey[] }).keys
    writeFileSync(join(folder, 'keys.json'), published)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const by = (token: string) => ({ authorization: `Bearer ${token}` })

  async function call(method: string, path: string, given: object, more: Record<string, string> = {}) {
    const headers = { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json', ...more }
    const response = await fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(given) })
    return { status: response.status, json: (await response.json()) as UntypedJson }
  }

  test('a key in a page sees no figure of a policy, and the file none at all', async () => {
    const { from } = witnessed as { from?: string }
    const limit = { dailySpendingLimit: { usd: 0.000_123_7 } }
    const policy = await call('PUT', `/v1/policies/${from}`, limit, by(admin))
    assert.equal(policy.status, 200, JSON.stringify(policy.json))
    for (const asked of [{ ...body, options: { deadlineMs: 20_000 } }, witnessed]) {
      const { status, json } = await call('POST', '/v1/scan/transaction', asked, {
        ...by(page),
        origin: PAGE,
      })
      assert.equal(status, 200, JSON.stringify(json))
      const { rules } = json.data.policy as { rules: { reason: string; limit: unknown }[] }
      assert.ok(rules.length > 0)
      for (const { reason, limit: figure } of rules) {
        assert.match(reason, FIGURES_HIDDEN)
        assert.equal(figure, null)
      }
      assert.equal(json.data.witness?.kept, asked === witnessed ? true : undefined)
    }
    const own = await call('POST', '/v1/scan/transaction', witnessed)
    assert.doesNotMatch(own.json.data.policy.rules[0].reason, FIGURES_HIDDEN)
    const { jws } = (await service.ask(`/v1/scans/${own.json.meta.scanId ?? own.json.meta.requestId}/verdict`)).json
      .data
    const { verdict } = readVerdict(Buffer.from(jws), keys)
    assert.doesNotMatch(JSON.stringify({ ...verdict, reads: [...verdict.reads], leftOut: [] }), /0\.0001237|policy/i)
    writeFileSync(join(folder, 'own.jws'), jws)
  })

  test('a verdict comes out the same in other zones and languages, and several at once', async () => {
    const verify = [MAIN, 'verify', join(folder, 'own.jws'), '--keys', join(folder, 'keys.json'), '--json']
    const places = [
      { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
      { TZ: 'America/St_Johns', LANG: 'C', LC_ALL: 'C' },
      { TZ: 'Asia/Kathmandu', LANG: 'ar_EG.UTF-8', LC_ALL: 'ar_EG.UTF-8' },
    ]
    const shown = await Promise.all(
      places.map(async (place) => {
        const env = { ...process.env, ...place }
        return (await run(process.execPath, verify, { cwd: folder, env })).stdout
      }),
    )
    assert.equal(JSON.parse(shown[0] ?? '{}').verified, true)
    assert.equal(new Set(shown).size, 1)
  })

  test('ignored members count in the answer, so that no verdict is kept', async () => {
    const given = { ...witnessed, unheardOf: 1 }
    const { status, json } = await call('POST', '/v1/scan/transaction', given, { prefer: 'handling=lenient' })
    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual(json.data.witness, { kept: false, reason: 'ignored-members' })
    const requestId = json.meta.scanId ?? json.meta.requestId
    assert.equal((await service.ask(`/v1/scans/${requestId}/verdict`)).status, 404)
    // Judged anew without them, the case would look better for that alone.
    const entity = (body as { to?: string } | undefined)?.to
    const appeal = await service.ask('/v1/feedback', { entity, type: 'false_positive', appeal: { requestId } })
    assert.equal(appeal.status, 400, JSON.stringify(appeal.json))
  })

  test('many at once are refused in part, and leave others their places', async () => {
    const other = await sharedService()
    const many = Array.from({ length: 12 }, () => call('POST', '/v1/scan/transaction', witnessed))
    const light = await other.ask('/v1/scan/transaction', { ...body, options: { deadlineMs: 20_000 } })
    assert.equal(light.status, 200, JSON.stringify(light.json))
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    assert.deepEqual(
      [...new Set(statuses)].filter((status) => ![200, 503].includes(status)),
      [],
    )
    assert.ok(statuses.includes(200), String(statuses))
    assert.equal((await call('POST', '/v1/scan/transaction', witnessed)).status, 200)
  })
})

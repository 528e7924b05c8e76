import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import { swapBody } from '../../testing/swapBody.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'

const PATIENT = 30_000
const FLOOD = 60
const BACKLOG = 12

/** One place, so that everything else waits. */
const ONE_PLACE = { admission: { atOnce: 1, atOnceWhenIdle: 1, waitShare: 1 }, sandboxChains: ['ethereum'] } as const

describe('more scans than there are places for', () => {
  let service: ScanService
  let body: ReturnType<typeof swapBody>
  let quiet: TransactionScanResult

  before(async () => {
    service = await startScanService('test', {}, ONE_PLACE)
    const { world } = await service.app.sandbox()
    body = swapBody(world.ethereum)
    quiet = await scan(0)
  })
  after(() => service.close())

  const ask = (account: number, deadlineMs: number) =>
    fetch(`${service.url}/v1/scan/transaction`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.tokens[account]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, options: { deadlineMs } }),
    })
  async function scan(account: number): Promise<TransactionScanResult> {
    const response = await ask(account, PATIENT)
    assert.equal(response.status, 200)
    return ((await response.json()) as { data: TransactionScanResult }).data
  }

  test('what would wait beyond its deadline is refused, and told when to come again', async () => {
    const answers = await Promise.all(Array.from({ length: FLOOD }, () => ask(0, 200)))
    // One that was let in may not come to the head of the chain in its time: 504.
    const refused = answers.filter(({ status }) => status !== 200 && status !== 504)
    assert.ok(refused.length > 0 && refused.length < FLOOD, `${refused.length} refused`)
    for (const answer of refused) {
      assert.equal(answer.status, 503)
      assert.ok(Number(answer.headers.get('retry-after')) >= 1)
      const { error } = (await answer.json()) as { error: { code: string } }
      assert.equal(error.code, 'OVERLOADED')
    }
    assert.ok((await gauge('redoubt_admission_refused_total')) >= refused.length)
  })

  test('another account has its turn before the backlog, and waiting changes no verdict', async () => {
    const done: string[] = []
    const answered = async (name: string, account: number) => {
      const result = await scan(account)
      done.push(name)
      return result
    }
    const backlog = Array.from({ length: BACKLOG }, () => answered('backlog', 0))
    while ((await gauge('redoubt_admission_waiting')) < BACKLOG / 2) await pause(1)
    const other = await answered('other', 1)
    const all = [other, ...(await Promise.all(backlog))]
    const before = done.indexOf('other')
    assert.ok(before < BACKLOG - 2, `${before} of the backlog went first`)
    for (const one of all) assert.deepEqual(judged(one), judged(quiet))
  })

  async function gauge(name: string): Promise<number> {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    return Number(new RegExp(`^${name}\\{queue="scans"\\} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  }
})

/** What an answer says, without what names the answer. */
function judged({
  recommendation,
  riskScore,
  riskLevel,
  confidence,
  complete,
  unknown,
  warnings,
}: TransactionScanResult) {
  return { recommendation, riskScore, riskLevel, confidence, complete, unknown, ids: warnings.map(({ id }) => id) }
}

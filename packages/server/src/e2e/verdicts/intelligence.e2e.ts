import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { getAddress } from 'viem/utils'
import { stageDeployer } from '../../evm/history/testing/stageDeployer.ts'
import { createFeeds } from '../../intel/feeds/createFeeds.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import type { ListLabel } from '../../intel/ports.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

// From a file that an operator loads to the answer of the next scan, on a live network without lists of its own.
describe('lists that operators load reach scans', () => {
  let sandbox: OpenSandbox
  let folder: string
  let service: ScanService
  const egress = createEgress({ allow: [] })
  const feeds = () =>
    createFeeds({ store: service.app.store.intel, egress, cacheDir: join(folder, 'cache'), log: () => {} })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redoubt-lists-'))
    sandbox = await openSandbox('ethereum')
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
    await egress.close()
    await rm(folder, { recursive: true, force: true })
  })

  const pay = (to: Address) =>
    service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      to,
      data: '0x',
      value: '1000',
      options: { deadlineMs: 20_000 },
    })
  const load = async (id: string, label: ListLabel, lines: readonly string[]) => {
    const file = join(folder, `${id}.txt`)
    await writeFile(file, `${lines.join('\n')}\n`)
    await feeds().add({ location: file, format: 'lines', label, id, options: {} }, 'test')
    const outcome = await feeds().refresh(id, { forcedBy: null, signal: AbortSignal.timeout(20_000) })
    assert.equal(outcome?.outcome, 'imported', JSON.stringify(outcome))
  }
  /** The service looks for changes while it answers, at most every few seconds; the test runner ends what never comes. */
  const until = async (to: Address, holds: (result: Awaited<ReturnType<typeof pay>>) => boolean) => {
    for (;;) {
      const result = await pay(to)
      if (holds(result)) return result
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }

  test('without a sanctions list sanctions are unknown and named, and that alone stops no transaction', async () => {
    const result = await pay(sandbox.world.actors.friend)
    assert.deepEqual(result.unavailable, ['other-chains', 'sanctions', 'second-endpoint'])
    assert.equal(result.recommendation, 'PROCEED')
    assert.ok(result.confidence < 1)
    assert.match(result.intelAsOf, /^\d{4}-\d\d-\d\d$/)
  })

  test('a list of scammers, loaded while the service runs, blocks the payment and says which list', async () => {
    const { collector } = sandbox.world.actors
    assert.equal((await pay(collector)).recommendation, 'PROCEED')
    await load('reports', 'scammer', ['# reports', collector])
    const { warnings } = await until(collector, (result) => result.recommendation === 'BLOCK')
    assert.match(
      JSON.stringify(warnings),
      /"lists":\["scammer \(reports\.txt, medium confidence, seen here since 2\d{3}-\d\d-\d\d\)"\]/,
    )
  })

  test('a listed contract of a deployer is told with its other contracts, and with no other deployer’s', async () => {
    const asked = async (address: Address) => {
      const body = { chain: 'ethereum', address, options: { deadlineMs: 20_000 } }
      const { warnings } = (await service.ask('/v1/scan/contract', body)).json.data as { warnings: { id: string }[] }
      return warnings.some(({ id }) => id === 'other-flagged-contracts-of-deployer')
    }
    const [serial, honest] = await Promise.all(
      ['5e4', '40e'].map((name) => stageDeployer(sandbox.rpc, sandbox.world, getAddress(`0x${name.padEnd(40, '8')}`))),
    )
    assert.ok(serial && honest)
    const [listed, other, unrelated] = [await serial.token(), await serial.token(), await honest.token()]
    await load('tokens', 'scammer', [listed])
    await until(listed, ({ recommendation }) => recommendation === 'BLOCK')
    assert.deepEqual([await asked(other), await asked(unrelated)], [true, false])
  })

  test("the operator's allowance silences that list", async () => {
    const { collector } = sandbox.world.actors
    await service.app.store.intel.setOverride({
      kind: 'address',
      value: collector.toLowerCase(),
      chain: null,
      verdict: 'allow',
      label: null,
      note: 'we know them',
      actor: 'test',
      createdAt: Date.now(),
    })
    await until(collector, (result) => result.recommendation === 'PROCEED')
  })

  test('with a fresh sanctions list an unlisted account is clear, and a listed one is blocked', async () => {
    const { fresh, friend } = sandbox.world.actors
    await load('sdn', 'sanctioned', [fresh])
    const blocked = await until(fresh, (result) => result.recommendation === 'BLOCK')
    assert.match(JSON.stringify(blocked.warnings), /sanctioned: .*sdn/i)
    const clear = await pay(friend)
    assert.deepEqual(clear.unavailable, ['other-chains', 'second-endpoint'])
    assert.equal(clear.recommendation, 'PROCEED')
  })

  test('a listed site blocks its requests; without such a list the site is unknown, and that stops no request', async () => {
    const { friend } = sandbox.world.actors
    const asked = (origin?: string) =>
      service.scan({
        chain: 'ethereum',
        from: sandbox.world.actors.trader,
        to: friend,
        data: '0x',
        value: '1000',
        ...(origin && { origin }),
        options: { deadlineMs: 20_000 },
      })
    const evil = 'https://app.evil.example/claim?ref=1'
    const before = await asked(evil)
    assert.ok(before.unknown.includes('origin'), String(before.unknown))
    assert.notEqual(before.recommendation, 'BLOCK')
    assert.equal((await asked()).origin, null)

    await load('sites', 'phishing', ['evil.example'])
    for (;;) {
      const { recommendation, origin, warnings, unknown } = await asked(evil)
      if (recommendation === 'BLOCK') {
        assert.equal(origin?.url, 'https://app.evil.example/claim')
        assert.deepEqual(
          origin.listed.map(({ label, source, matched }) => [label, source, matched]),
          [['phishing', 'sites.txt', 'evil.example']],
        )
        assert.equal(warnings[0]?.id, 'origin-on-block-list')
        assert.equal(unknown.includes('origin'), false)
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    const official = await asked('https://app.uniswap.org/swap')
    assert.equal(official.origin?.official, 'Uniswap')
    assert.ok(official.warnings.some(({ id }) => id === 'official-origin'))
  })
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { SIMULATION_LIMITS } from '../../evm/simulation/engine/simulationLimits.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { createScanClient } from '../../testing/scanClient.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/renderTransaction.ts'

const SINK = '0x0000000000000000000000000000000000000051'
/** Creation code whose call tree is gigabytes: thousands of calls with a megabyte each. With little gas, as discovery has, it does nothing. */
const BOMB = assemble(`6000000 GAS GT @again JUMPI STOP :again 0 0 1000000 0 0 ${SINK} GAS CALL POP @again JUMP`)

/** What ends the bomb is its memory, and no clock. An engine at rest has half of it. */
const PATIENT = { processorMs: 60_000, stuckMs: 60_000, wallClockMs: 60_000, memoryBytes: 1.25 * 1024 ** 3 }
/** On a busy machine the bomb may not be done by the deadline of one request. */
const MAX_BOMBS = 4
/** Each loses no more than the executions that the one before came to. */
const MAX_REQUESTS = 5

// The caller must not be sent away for ever by an execution that this machine cannot make.
test('a transaction whose engine is given no time is answered in part after a few requests', async () => {
  const limits = { wallClockMs: 2_000, stuckMs: 1_000, spawnMs: 2_000 }
  await using service = await startStopped(limits)
  const { ask } = service
  let { status, json } = await ask()
  for (let requests = 1; status === 503 && requests < MAX_REQUESTS; requests++) ({ status, json } = await ask())
  assert.equal(status, 200, JSON.stringify(json))
  assert.equal(json.data.complete, false)
  assert.ok(json.data.unavailable.includes('simulation'), json.data.unavailable.join())
  assert.ok(json.data.riskScore >= 40, String(json.data.riskScore))
})

/** A service whose engines are stopped as soon as they run. */
async function startStopped(limits: Partial<typeof SIMULATION_LIMITS>) {
  const service = await startScanService('test', {}, { simulation: { limits } })
  const world = sandboxWorld('ethereum')
  const { trader: from, friend: to } = world.actors
  const stopping = setInterval(() => {
    for (const pid of engines()) process.kill(pid, 'SIGSTOP')
  }, 5)
  const body = { chain: 'ethereum', from, to, value: '1', options: { deadlineMs: 5_000 } }
  return {
    ask: () => service.ask('/v1/scan/transaction', body),
    async [Symbol.asyncDispose]() {
      clearInterval(stopping)
      await service.close()
    },
  }
}

// One account's bomb must cost no other account its verdict, and is told to the account that sent it.
describe('a transaction that crashes the execution engine', () => {
  const options = { deadlineMs: 25_000 }
  const world = sandboxWorld('ethereum')
  const drain = allScenarios(world).find(({ id }) => id === 'drain-disguised-as-claim')
  const bomb = { chain: 'ethereum', from: world.actors.trader, to: null, value: '0', data: BOMB, options }
  let service: ScanService
  let other: ReturnType<typeof createScanClient>
  let now = Date.now()

  before(async () => {
    service = await startScanService('test', {}, { simulation: { limits: PATIENT, now: () => now } })
    const { id: accountId } = await service.app.store.accounts.create({ name: 'other', plan: 'enterprise' })
    const { token } = await service.app.store.keys.create({
      accountId,
      name: 'other',
      scopes: ['scan:read'],
      environment: 'test',
    })
    other = createScanClient(service.url, token)
  })
  after(async () => {
    await other.close()
    await service.close()
  })

  const scanDrain = () => other.scan({ ...drain?.body, options })
  const metric = async (name: string) => {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    const line = text.split('\n').find((one) => one.startsWith(`redoubt_engine_${name}{environment="test"}`))
    return Number(line?.split(' ')[1])
  }
  /** Sends the bomb until it has crashed an engine and is told so, or is refused without an execution. */
  const sendBomb = async (client: Pick<ScanService, 'scan'>) => {
    for (let sent = 1; ; sent++) {
      const result = await client.scan(bomb)
      if (saidOf(result).includes('crashed') || sent === MAX_BOMBS) return result
    }
  }
  const saidOf = ({ warnings }: TransactionScanResult) => warnings.map(({ description }) => description).join(' ')
  const assertTold = (result: TransactionScanResult) => {
    assert.equal(result.complete, false)
    assert.equal(result.simulation, null)
    assert.ok(result.unknown.includes('simulation'), result.unknown.join())
    assert.ok(result.unavailable.includes('simulation'), result.unavailable.join())
    assert.ok(result.riskScore >= 40, String(result.riskScore))
    assert.match(saidOf(result), /This input crashed the execution engine\. It is not executed again for 10 minutes\./)
  }

  test('does not change what another account is told meanwhile, and is quarantined for its own', async () => {
    const quiet = await scanDrain()
    assert.deepEqual([quiet.recommendation, quiet.complete], ['BLOCK', true])
    const [crashed, ...drains] = await Promise.all([sendBomb(service), scanDrain(), scanDrain(), scanDrain()])
    assertTold(crashed)
    for (const result of drains) assert.deepEqual([result.recommendation, result.complete], ['BLOCK', true])

    const crashes = await metric('crashes_total')
    assert.ok(crashes >= 2, String(crashes))
    const refused = await service.scan(bomb)
    assertTold(refused)
    assert.equal(await metric('crashes_total'), crashes, 'nothing was executed')
    const inputs = await metric('quarantined_inputs')
    assert.ok(inputs >= 1, String(inputs))
    assert.ok((await metric('quarantine_refusals_total')) >= 1)
    assert.ok((await metric('isolated_retries_total')) >= 1)
    const afterwards = await scanDrain()
    assert.deepEqual([afterwards.recommendation, afterwards.complete], ['BLOCK', true])
  })

  test('is executed for another account all the same', async () => {
    const crashes = await metric('crashes_total')
    const refusals = await metric('quarantine_refusals_total')
    assertTold(await sendBomb(other))
    assert.ok((await metric('crashes_total')) > crashes)
    assert.equal(await metric('quarantine_refusals_total'), refusals)
  })

  test('kills a shared engine: an honest scan that was on it is repeated, and not struck', async () => {
    const inputs = await metric('quarantined_inputs')
    const scanning = [scanDrain(), scanDrain()]
    const until = performance.now() + 10_000
    let killed = 0
    while (killed === 0 && performance.now() < until) {
      await delay(5)
      // As a crash of its own would end it.
      for (const pid of engines()) if (process.kill(pid, 'SIGABRT')) killed++
    }
    assert.ok(killed > 0)
    for (const result of await Promise.all(scanning))
      assert.deepEqual([result.recommendation, result.complete], ['BLOCK', true], result.unknown.join())
    assert.equal(await metric('quarantined_inputs'), inputs)
  })

  test('is executed again after the term', async () => {
    const crashes = await metric('crashes_total')
    now += SIMULATION_LIMITS.quarantineMs
    assertTold(await sendBomb(service))
    assert.ok((await metric('crashes_total')) > crashes)
  })
})

/** Engine processes of this one; those of the sandbox fork nothing. */
function engines(): number[] {
  const tasks = readdirSync('/proc/self/task').map((task) => `/proc/self/task/${task}/children`)
  const pids = tasks.flatMap((file) => readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number))
  return pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--fork-url'))
}

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { inNameOf } from '../../../lib/askingAccount.ts'
import { SimulationUnavailable, type Simulator } from '../simulator.ts'
import { assemble } from '../testing/assembler.ts'
import { openWorld, type SimulationWorld } from '../testing/simulationWorld.ts'
import { SIMULATION_LIMITS } from './simulationLimits.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const SENDER = at('5e4de1')
const SINK = at('51')
const ETHER = 10n ** 18n
const MIB = 1024 * 1024
/** Executions of one creation, and of those that were running already when their callers left. */
const FEW_CALLS = 20
/** Enough for ordinary transactions, and too little for a bomb's answer. */
const LITTLE_MEMORY = 768 * MIB
const bombAt = (name: string) => at(`b00${Object.keys(BOMBS).indexOf(name).toString(16)}`)

const BOMBS: Record<string, Hex> = {
  'a gas bomb': assemble(':again @again JUMP'),
  'a call-data bomb': assemble(`:again 0 0 32768 0 0 ${SINK} GAS CALL POP @again JUMP`),
  'a log bomb': assemble(':again 32768 0 LOG0 @again JUMP'),
  'a log bomb that succeeds': assemble(':again 32768 0 LOG0 400000 GAS GT @again JUMPI STOP'),
  'a call-data bomb that succeeds': assemble(
    `:again 0 0 32768 0 0 ${SINK} 5000 CALL POP 400000 GAS GT @again JUMPI STOP`,
  ),
  'a return bomb': assemble('2800000 0 RETURN'),
  'a nested return bomb': assemble(
    ':again 0 0 0 0 0 0x00000000000000000000000000000000000000b5 GAS CALL POP 400000 GAS GT @again JUMPI STOP',
  ),
  'a storage bomb': assemble('0 :again 1 ADD DUP1 DUP1 SSTORE @again JUMP'),
  'a creation bomb': assemble(':again 0 0 0 CREATE POP @again JUMP'),
  'a hashing bomb': assemble(':again 100000 0 KECCAK256 POP @again JUMP'),
  'a recursion bomb': assemble('0 0 0 0 0 ADDRESS GAS CALL 0 0 0 0 0 ADDRESS GAS CALL STOP'),
}

/** Milliseconds in which a busy machine does what takes a second: what ends a bomb here is its gas or its memory, not a clock. */
const PATIENT_MS = 60_000
/** For how long no engine gets any time: more than twice what an engine that does nothing is waited for. */
const UNUSUAL_MS = 12_000
const PATIENT = { wallClockMs: PATIENT_MS, spawnMs: PATIENT_MS, shimDeadlineMs: PATIENT_MS / 2 }

/** By how much this machine is slower, at the moment, than one that executes a first call in 600 ms: for what a clock has to end. */
async function slowness(): Promise<number> {
  await using world = await open()
  const began = performance.now()
  await call(world, at('600d'))
  return Math.max(1, Math.ceil((performance.now() - began) / 600))
}

async function open(limits: Parameters<typeof openWorld>[0] = {}): Promise<SimulationWorld> {
  const world = await openWorld({ ...limits, simulation: { ...PATIENT, ...limits.simulation } })
  const codes = Object.values(BOMBS).map((code, index) => [at(`b00${index.toString(16)}`), { code }] as const)
  await world.chain.place({
    [SENDER]: { balance: 1_000n * ETHER },
    [at('b5')]: { code: assemble('200000 0 RETURN') },
    [at('600d')]: { code: assemble('TIMESTAMP 0 SSTORE 7 0 MSTORE 32 0 RETURN') },
    ...Object.fromEntries(codes),
  })
  return world
}

function call(
  world: Pick<SimulationWorld, 'source'> & { simulator: Simulator },
  to: Address,
  more: Partial<Transaction> = {},
  deadlineMs = 2 * PATIENT_MS,
) {
  const transaction: Transaction = { from: SENDER, to, value: 0n, data: '0x', ...more }
  const signal = AbortSignal.timeout(deadlineMs)
  return world.source.head(signal).then((block) => world.simulator.simulate({ block, transaction, signal }))
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}

/** Resident bytes of a process at their highest. */
function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return 0
    throw error
  }
}

describe('bombs', () => {
  Object.keys(BOMBS).forEach((name, index) => {
    it(`${name} is answered, memory bounded`, async () => {
      await using world = await open()
      await call(world, at('600d'))
      const before = process.memoryUsage.rss()
      let childPeak = 0
      let parentPeak = before
      const watch = setInterval(() => {
        parentPeak = Math.max(parentPeak, process.memoryUsage.rss())
        for (const pid of world.simulator.stats().pids) childPeak = Math.max(childPeak, peakMemory(pid))
      }, 5)
      const result = await call(world, at(`b00${index.toString(16)}`)).finally(() => clearInterval(watch))
      assert.ok(['succeeded', 'halted', 'reverted'].includes(result.outcome), result.outcome)
      if (result.truncated) assert.equal(result.trace, null)
      else assert.ok(result.trace)
      assert.ok(childPeak < 2.1 * 1024 * MIB, `child reached ${childPeak / MIB} MiB`)
      assert.ok(parentPeak - before < 256 * MIB, `parent grew by ${(parentPeak - before) / MIB} MiB`)
      const next = await call(world, at('600d'), { value: 1n })
      assert.equal(next.output, `0x${'7'.padStart(64, '0')}`)
    })
  })

  it('a call tree over the cap keeps the state diff', async () => {
    await using world = await open()
    const bomb = Object.keys(BOMBS).indexOf('a call-data bomb that succeeds')
    const result = await call(world, at(`b00${bomb.toString(16)}`), { value: 5n, gas: 6_000_000n })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(result.truncated, true)
    assert.equal(result.trace, null)
    assert.equal(result.stateDiff[at(`b00${bomb.toString(16)}`)]?.balance?.after, 5n)
  })
})

describe('throw-away children', () => {
  it('are not waited for by who has gone: an honest creation follows a flood of looping ones', async () => {
    await using world = await open()
    const creation = (data: Hex, deadlineMs = 2 * PATIENT_MS) =>
      call(world, SENDER, { to: null, data, gas: 10_000_000n }, deadlineMs)
    const flood = Array.from({ length: 200 }, (_, index) =>
      creation(`${BOMBS['a gas bomb'] ?? '0x'}${word(index)}`, 500),
    )
    const settled = await Promise.allSettled(flood)
    assert.ok(settled.every(({ status }) => status === 'rejected'))
    const { calls } = world.simulator.stats()
    const honest = await creation(assemble('0 0 RETURN'))
    assert.equal(honest.outcome, 'succeeded')
    const executed = world.simulator.stats().calls - calls
    assert.ok(executed <= FEW_CALLS, `${executed} executions`)
  })

  it('are given to accounts in turn', async () => {
    await using world = await open({ simulation: { maxSacrificial: 1 } })
    const done: string[] = []
    const creation = async (account: string, index: number) => {
      const own = { ...world, simulator: world.simulator.forAccount(account) }
      await inNameOf(account, () => call(own, SENDER, { to: null, data: `${assemble('0 0 RETURN')}${word(index)}` }))
      done.push(account)
    }
    await Promise.all([1, 2, 3, 4, 5].map((index) => creation(index < 5 ? 'a' : 'b', index)))
    assert.ok(done.indexOf('b') < 3, `b waits for none of a's backlog: ${done}`)
  })
})

describe('a child that dies', () => {
  it('costs no other answer when it is killed with simulations in flight', async () => {
    await using world = await open()
    await call(world, at('600d'))
    const running = Array.from({ length: 12 }, (_, index) => call(world, at('600d'), { value: BigInt(index) }))
    setImmediate(() => {
      for (const pid of world.simulator.stats().pids) process.kill(pid, 'SIGKILL')
    })
    for (const result of await Promise.all(running)) assert.equal(result.output, `0x${'7'.padStart(64, '0')}`)
    assert.equal(world.simulator.stats().crashes, 1)
    assert.equal(world.simulator.stats().quarantined, 0)
    assert.equal((await call(world, at('600d'), { value: 99n })).outcome, 'succeeded')
  })

  it('is found guilty alone: its input is quarantined for its account, and the innocent are not struck', async () => {
    let now = Date.now()
    await using world = await open({ simulation: { memoryBytes: LITTLE_MEMORY }, now: () => now })
    const bomb = bombAt('a return bomb')
    const asked = (accountId: string, to: Address, value = 0n) =>
      inNameOf(accountId, () => call({ ...world, simulator: world.simulator.forAccount(accountId) }, to, { value }))
    await asked('b', at('600d'))
    const [guilty, ...honest] = await Promise.allSettled([
      asked('a', bomb),
      ...[1n, 2n, 3n, 4n].map((value) => asked('b', at('600d'), value)),
      asked('a', at('600d'), 5n),
    ])
    assert.equal(reasonOf(guilty), 'crashed')
    for (const one of honest) assert.equal(one.status, 'fulfilled', String(one.status === 'rejected' && one.reason))
    assert.equal(world.simulator.stats().quarantined, 1)

    const crashes = world.simulator.stats().crashes
    const [refused] = await Promise.allSettled([asked('a', bomb)])
    assert.equal(reasonOf(refused), 'quarantined')
    assert.match(String(refused?.status === 'rejected' && refused.reason), /It is not executed again for 10 minutes/)
    assert.equal(world.simulator.stats().crashes, crashes)
    assert.equal(world.simulator.stats().refusals, 1)

    const [others] = await Promise.allSettled([asked('b', bomb)])
    assert.equal(reasonOf(others), 'crashed', 'another account executes it')
    assert.ok(world.simulator.stats().crashes > crashes)

    now += SIMULATION_LIMITS.quarantineMs
    const [later] = await Promise.allSettled([asked('a', bomb)])
    assert.equal(reasonOf(later), 'crashed', 'executed again after the term')
  })

  it('is blamed on no input when the machine gave it no time', async () => {
    await using world = await open({ simulation: { wallClockMs: 2_000 * (await slowness()) } })
    await call(world, at('600d'))
    for (const pid of world.simulator.stats().pids) process.kill(pid, 'SIGSTOP')
    const result = await call(world, at('600d'), { value: 1n })
    assert.equal(result.outcome, 'succeeded')
    const { kills, isolatedRetries, quarantined } = world.simulator.stats()
    assert.deepEqual({ kills, isolatedRetries, quarantined }, { kills: 1, isolatedRetries: 1, quarantined: 0 })
  })

  it('is waited for while the machine gives it no time', async () => {
    const { wallClockMs } = SIMULATION_LIMITS
    await using world = await open({ simulation: { wallClockMs, stuckMs: PATIENT_MS } })
    await call(world, at('600d'))
    const pause = (signal: NodeJS.Signals) => {
      for (const pid of world.simulator.stats().pids) process.kill(pid, signal)
    }
    const pausing = setInterval(() => pause('SIGSTOP'), 20)
    setTimeout(() => {
      clearInterval(pausing)
      pause('SIGCONT')
    }, UNUSUAL_MS)
    const result = await call(world, at('600d'), { value: 1n })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(world.simulator.stats().kills, 0)
  })

  it('is blamed on no input when state did not come in time', async () => {
    const wallClockMs = 1_000 * (await slowness())
    await using world = await open({ simulation: { wallClockMs, shimDeadlineMs: wallClockMs * 4 } })
    const reader = at('4ead')
    await world.chain.place({ [reader]: { code: assemble('5 SLOAD 0 MSTORE 32 0 RETURN') } })
    await call(world, at('600d'))
    world.proxy.rule = async (body, forward) =>
      JSON.stringify(body).includes('getStorage') ? 'hang' : { answer: refusingTraces(body, await forward()) }
    const [starved] = await Promise.allSettled([call(world, reader)])
    assert.equal(reasonOf(starved), 'state')
    assert.ok(world.simulator.stats().kills >= 2)
    assert.equal(world.simulator.stats().quarantined, 0)
  })
})

function reasonOf(settled: PromiseSettledResult<unknown> | undefined): string {
  if (settled?.status !== 'rejected') return settled?.status ?? 'none'
  return settled.reason instanceof SimulationUnavailable ? settled.reason.reason : String(settled.reason)
}

describe('malformed state from the upstream', () => {
  const malformed: Record<string, [string, unknown]> = {
    '0xef01 code': ['eth_getCode', '0xef01deadbeef'],
    'a null storage word': ['eth_getStorageAt', null],
    'a 0x storage word': ['eth_getStorageAt', '0x'],
    'a balance that is no quantity': ['eth_getBalance', '0x'],
  }
  for (const [name, [method, lie]] of Object.entries(malformed))
    it(`${name} never reaches the engine`, async () => {
      await using world = await open()
      const reader = at('4ead')
      await world.chain.place({ [reader]: { code: assemble('5 SLOAD 0 MSTORE 32 0 RETURN') } })
      world.proxy.rule = async (body, forward) => ({ answer: lying(body, await forward(), method, reader, lie) })
      const result = await call(world, reader).catch((error: unknown) => error)
      const known =
        result instanceof SimulationUnavailable || (result instanceof Error && result.name === 'NetworkUnavailable')
      assert.ok(known, String(result))
      assert.equal(world.simulator.stats().crashes, 0)
      world.proxy.rule = null
    })
})

type Message = { id: number; method: string; params: unknown[]; result?: unknown }

/** Read-ahead is refused, so that the engine itself has to read. */
function refusingTraces(body: unknown, answer: unknown): unknown {
  return lying(body, answer, '', SENDER, null)
}

/** The upstream's answer with every result of one method about one address replaced; traces are refused. */
function lying(body: unknown, answer: unknown, method: string, address: Address, lie: unknown): unknown {
  const requests = (Array.isArray(body) ? body : [body]) as Message[]
  const answers = (Array.isArray(answer) ? answer : [answer]) as Message[]
  const changed = answers.map((one) => {
    const asked = requests.find(({ id }) => id === one.id)
    if (asked?.method === 'debug_traceCall' || asked?.method === 'eth_createAccessList')
      return { jsonrpc: '2.0', id: one.id, error: { code: -32_601, message: 'method not found' } }
    return asked?.method === method && asked.params[0] === address ? { jsonrpc: '2.0', id: one.id, result: lie } : one
  })
  return Array.isArray(answer) ? changed : changed[0]
}

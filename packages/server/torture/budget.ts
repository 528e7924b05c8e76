import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { DEFAULT_RULES, type PolicyRules } from '../src/domain/policy/policy.ts'
import type { PolicyVersion } from '../src/domain/ports/policies.ts'
import { openStore, type Store } from '../src/store/openStore.ts'
import { withSchema } from '../src/testing/withSchema.ts'
import { createPolicyGate } from '../src/usecases/policies/policyGate.ts'
import { OWNER, requestOf, WALLET } from './budget/requests.ts'
import type { TortureResult } from './main.ts'

const REQUESTS = Number(process.env.REQUESTS ?? 10_000)
const LIMIT_USD = 1_000
const PROCESSES = 2
/** Of each process, while it works. */
const KILLS = 5
/** Answers of a process until it is killed, more each time because it is answered what it had before. */
const KILL_AFTER = 60
const WORKER = fileURLToPath(new URL('./budget/worker.ts', import.meta.url))
const MICRO = 1_000_000

/**
 * 10,000 sends, permits, transfers by signature and orders of one dollar against one limit of 1,000, by two processes on one database that
 * are killed in the middle and ask again for everything. The control checks first and writes then, and must overspend. SQLite, and PostgreSQL (TORTURE_DATABASE_URL).
 */
export default async function budget(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-budget-'))
  try {
    const sqlite = await both((name) => `sqlite:${join(folder, `${name}.db`)}`)
    const server = process.env.TORTURE_DATABASE_URL
    const atomic = await withSchema(server, (url) => torture(url, 'atomic'))
    const control = await withSchema(server, (url) => torture(url, 'check-then-write'))
    const postgres = atomic && control && resultOf(atomic, control)
    const sum = (name: 'overspent' | 'sentTwice' | 'lost' | 'failed') => sqlite[name] + (postgres?.[name] ?? 0)
    return {
      overspent: sum('overspent'),
      sentTwice: sum('sentTwice'),
      lost: sum('lost'),
      failed: sum('failed'),
      sqlite,
      postgres,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function both(urlOf: (name: string) => string) {
  return resultOf(await torture(urlOf('atomic'), 'atomic'), await torture(urlOf('control'), 'check-then-write'))
}

type Run = Awaited<ReturnType<typeof torture>>

function resultOf(run: Run, control: Run) {
  const isToothless = control.overspent === 0 ? 1 : 0
  const unused = run.allowed === LIMIT_USD ? 0 : 1
  return {
    ...run,
    failed: run.overspent + run.sentTwice + run.lost + isToothless + unused,
    controlOverspent: control.overspent,
  }
}

async function torture(url: string, mode: 'atomic' | 'check-then-write') {
  const secret = randomBytes(32).toString('hex')
  const store = await openStore(url, secret)
  try {
    await store.migrate()
    await giveLimit(store)
    const ids = new Map<number, Set<string>>()
    const kills = mode === 'atomic' ? KILLS : 0
    const began = performance.now()
    await Promise.all(
      Array.from({ length: PROCESSES }, (_, place) => runWorker([url, secret, String(place), mode], kills, ids)),
    )
    const seconds = (performance.now() - began) / 1000
    const known = await store.budget.read({ ...OWNER, wallet: WALLET }, Date.now())
    const bookedUsd = (known?.usage.dayMicroUsd ?? 0) / MICRO
    // Acknowledged bookings must be there: asking again answers the same reservation.
    const gate = createPolicyGate({ budget: store.budget, now: Date.now })
    let lost = 0
    if (mode === 'atomic')
      for (const [index, [id]] of ids) if ((await gate.check(requestOf(index))).reservationId !== id) lost++
    return {
      requests: REQUESTS,
      processes: PROCESSES,
      kills: kills * PROCESSES,
      allowed: ids.size,
      bookedUsd,
      overspent: Math.max(0, ids.size - LIMIT_USD, bookedUsd - LIMIT_USD),
      sentTwice: [...ids.values()].filter(({ size }) => size > 1).length,
      lost,
      seconds: Math.round(seconds * 10) / 10,
    }
  } finally {
    await store.close()
  }
}

/** Runs a process over every second request; killed, it begins again at the first. */
async function runWorker(
  [url, secret, first, mode]: readonly string[],
  kills: number,
  ids: Map<number, Set<string>>,
): Promise<void> {
  for (let round = 0; ; round++) {
    const args = [
      WORKER,
      url ?? '',
      secret ?? '',
      first ?? '0',
      String(PROCESSES),
      String(REQUESTS / PROCESSES),
      mode ?? '',
    ]
    const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(worker, 'close')
    let said = 0
    let isDone = false
    for await (const line of createInterface(worker.stdout)) {
      if (line === 'done') {
        isDone = true
        break
      }
      const [index = '', id = ''] = line.split(' ')
      const known = ids.get(Number(index)) ?? new Set()
      ids.set(Number(index), known.add(id))
      if (round < kills && ++said === KILL_AFTER * (round + 1)) worker.kill('SIGKILL')
    }
    const [code] = await ended
    if (isDone) return
    if (code !== null && code !== 0) throw new Error(`a worker ended with ${code}`)
    if (round > kills) throw new Error('a worker was killed by others')
  }
}

async function giveLimit({ policies }: Store): Promise<void> {
  const rules: PolicyRules = {
    ...DEFAULT_RULES,
    dailySpendingLimit: { usd: LIMIT_USD, rolling24hUsd: LIMIT_USD, alertAt: 0.8 },
    signing: {
      methods: ['eth_sendRawTransaction', 'eth_signTypedData_v4'],
      messages: ['allowance', 'transfer', 'order'],
    },
  }
  const now = Date.now()
  const policy = { address: WALLET, version: 1, rules, former: [], deletedAt: null, createdAt: now, updatedAt: now }
  const actor = { keyId: 'key', name: 'torture' }
  const version: PolicyVersion = { version: 1, action: 'created', rules, actor, changed: [], at: now, effectiveAt: now }
  await policies.change(OWNER, WALLET, () => ({ policy, version }), { max: 1 })
}

import { setTimeout as pause } from 'node:timers/promises'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { percentile } from '../bench/percentile.ts'
import { nodeRpc } from '../src/sandbox/nodeRpc.ts'
import { sandboxWorld } from '../src/sandbox/world.ts'
import { neighbourBodies, verdictOf } from '../src/testing/flood/neighbour.ts'
import { type FloodedService, startService } from '../src/testing/flood/startService.ts'
import type { TortureResult } from './main.ts'
import { placeBombs } from './neighbour/bombs.ts'
import { FLOODS, type Flood, type Ground } from './neighbour/floods.ts'
import { startSlowServer } from './neighbour/slowServer.ts'

/** Requests of the neighbour before and during each flood, and after it, when only what they say counts. */
const SAMPLES = 120
/** The same without fairness, where each takes seconds. */
const CONTROL_SAMPLES = 30
const SAMPLES_AFTER = 12
const PAUSE_MS = 30
const SETTLE_MS = 1_000
const MAX_RATIO = 2
/** Without fairness these must show, or the torture proves nothing. */
const CONTROLS = ['bundles', 'adversarial contracts']
/** More memory than before by this factor, so many milliseconds after all floods, is kept for nothing: idle threads end after half a minute. */
const MAX_MEMORY = 1.25
const MEMORY_MS = 45_000
const MEMORY_LOOK_MS = 5_000

/**
 * One account floods the service in each way that is known, and another asks for the same few transactions before, during and after it. Its
 * verdicts must be the same, and its p95 at most twice its own without the flood. The control is the same with fairness switched off: all
 * accounts are one, which is let in at once. `NEIGHBOUR_FLOODS`: names of floods, with commas between them; default: all.
 */
export default async function neighbour(): Promise<TortureResult> {
  const only = process.env.NEIGHBOUR_FLOODS?.split(',') ?? Object.keys(FLOODS)
  const { problems, ...seen } = await tortured('on', only)
  const { idleMb, laterMb } = seen
  if (laterMb > idleMb * MAX_MEMORY) problems.push(`memory: ${laterMb} MB after the floods, ${idleMb} before`)
  const controls = CONTROLS.filter((name) => only.includes(name))
  const control = await tortured('off', controls)
  for (const name of controls)
    if (!control.problems.some((problem) => problem.startsWith(`${name}:`)))
      problems.push(`${name}: the control without fairness finds nothing`)
  return { failed: problems.length, ...seen, problems, control: control.floods }
}

async function tortured(fairness: 'on' | 'off', names: readonly string[]) {
  const slow = await startSlowServer()
  const env = { FLOOD_FAIRNESS: fairness, EGRESS_ALLOW: `127.0.0.1:${slow.port}` }
  const service = await startService(2, env)
  const http = createOperatorFetch()
  const world = sandboxWorld('ethereum')
  const rpc = nodeRpc(service.rpcUrl, http)
  const [quietToken = '', token = ''] = service.tokens
  const neighbour = createNeighbour(service, quietToken)
  const ground: Ground = { service, token, world, slow, rpc }
  const floods: Record<string, Awaited<ReturnType<typeof underFlood>>> = {}
  const problems: string[] = []
  try {
    await placeBombs(rpc)
    await age(rpc)
    await neighbour.warmUp()
    const idleMb = await service.rssMb()
    for (const name of names) {
      const seen = await underFlood(name, ground, neighbour, fairness === 'on' ? SAMPLES : CONTROL_SAMPLES)
      floods[name] = seen
      process.stderr.write(`${fairness} ${name}: ${JSON.stringify(seen)}\n`)
      if (seen.changed > 0) problems.push(`${name}: ${seen.changed} verdicts changed`)
      if (seen.refused > 0) problems.push(`${name}: ${seen.refused} requests of the neighbour were refused`)
      if (seen.ratio > MAX_RATIO) problems.push(`${name}: the p95 of the neighbour is ${seen.ratio} times its own`)
    }
    return { floods, problems, idleMb, ...(await later(service, idleMb)) }
  } finally {
    await service.stop()
    await http.close()
    slow.close()
  }
}

/** Waits until memory has come back, or for as long as it may take. */
async function later(service: FloodedService, idleMb: number): Promise<{ laterMb: number; laterSeconds: number }> {
  const ended = performance.now()
  for (;;) {
    await pause(MEMORY_LOOK_MS)
    const [laterMb, waitedMs] = [await service.rssMb(), performance.now() - ended]
    if (laterMb <= idleMb * MAX_MEMORY || waitedMs >= MEMORY_MS)
      return { laterMb, laterSeconds: Math.round(waitedMs / 1_000) }
  }
}

/** Blocks of a flood must make no contract of the sandbox older than it is for the first verdicts. */
async function age(rpc: Ground['rpc']): Promise<void> {
  await rpc('anvil_mine', [await rpc('eth_blockNumber', []), '0x1'])
}

/** `ratio`: p95 of the neighbour's answers during the flood ÷ before it. */
async function underFlood(name: string, ground: Ground, neighbour: Neighbour, samples: number) {
  const { account, chain } = FLOODS[name] as Flood
  const [stop, stopChain] = [new AbortController(), new AbortController()]
  const going = chain?.(ground, stopChain.signal)
  const before = await neighbour.requests(samples)
  const flooding = account(ground, stop.signal)
  await pause(SETTLE_MS)
  const during = await neighbour.requests(samples)
  stop.abort()
  const answers = await flooding
  await pause(SETTLE_MS)
  const after = await neighbour.requests(SAMPLES_AFTER)
  stopChain.abort()
  await going
  const [quietP95, p95] = [percentile(before.milliseconds, 0.95), percentile(during.milliseconds, 0.95)]
  return {
    ratio: Math.round((10 * p95) / quietP95) / 10,
    quietP50: percentile(before.milliseconds, 0.5),
    p50: percentile(during.milliseconds, 0.5),
    quietP95,
    p95,
    changed: during.changed + after.changed,
    refused: during.refused + after.refused,
    said: [...new Set([...during.said, ...after.said])].slice(0, 3),
    ...(answers && { answers }),
  }
}

type Neighbour = ReturnType<typeof createNeighbour>

function createNeighbour(service: FloodedService, token: string) {
  const bodies = neighbourBodies(sandboxWorld('ethereum'))
  const quiet: (string | null)[] = []
  const ask = (index: number) => service.ask(token, '/v1/scan/transaction', bodies[index % bodies.length]?.body)
  return {
    async warmUp() {
      for (let index = 0; index < 10 * bodies.length; index++)
        quiet[index % bodies.length] = verdictOf(await ask(index))
      if (quiet.includes(null)) throw new Error('a transaction is not answered on a quiet service')
    },
    async requests(samples: number) {
      const milliseconds: number[] = []
      let changed = 0
      let refused = 0
      const said = new Set<string>()
      for (let index = 0; index < samples; index++) {
        const answer = await ask(index)
        milliseconds.push(answer.milliseconds)
        if (answer.status !== 200) {
          refused++
          said.add(`${answer.status} ${answer.json?.error?.message}`)
        } else if (verdictOf(answer) !== quiet[index % bodies.length]) {
          changed++
          said.add(`${verdictOf(answer)} was ${quiet[index % bodies.length]}`)
        }
        await pause(PAUSE_MS)
      }
      return { milliseconds, changed, refused, said: [...said] }
    },
  }
}

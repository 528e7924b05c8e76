import { setTimeout as pause } from 'node:timers/promises'
import { sandboxWorld } from '../src/sandbox/world.ts'
import { neighbourBodies, verdictOf } from '../src/testing/flood/neighbour.ts'
import { type Answer, type FloodedService, startService } from '../src/testing/flood/startService.ts'
import { percentile } from './percentile.ts'

const ACCOUNTS = 64
const TIMES_CAPACITY = 4
/** Milliseconds in which the capacity is measured. */
const PART_MS = 12_000
/** Of the light account alone, and of all of them: it asks rarely, and a percentile needs samples. */
const LIGHT_MS = Number(process.env.LIGHT_MS ?? 60_000)
/** What the light account asks for, in its share of the capacity. */
const LIGHT_SHARE = 0.6
const WARM_UP = 10
/** Few enough that none is refused. */
const IN_FLIGHT = 12

/**
 * Four times as many transactions as the service can scan, from 63 accounts, beside one that asks for little. `weaker`: answers that say
 * something else than on a quiet service. `lightRatio`: p95 of the light account's answers beside its own on the quiet service.
 * Refusals are answers 503 and 429; `lightRefused` are those of the light account.
 */
export default async function overload(): Promise<object> {
  const service = await startService(ACCOUNTS)
  try {
    const bodies = neighbourBodies(sandboxWorld('ethereum')).map(({ body }) => body)
    const [light = '', ...heavy] = service.tokens
    const quiet: (string | null)[] = []
    for (let round = 0; round < WARM_UP; round++)
      for (const [index, body] of bodies.entries())
        quiet[index] = verdictOf(await service.ask(light, '/v1/scan/transaction', body))
    if (quiet.includes(null)) throw new Error('a transaction is not answered on a quiet service')
    const ask = (token: string, index: number) =>
      service.ask(token, '/v1/scan/transaction', bodies[index % bodies.length])
    const idleMb = await service.rssMb()

    const perSecond = await capacity(heavy, ask)
    await pause(500)
    const alone = await lightRequests(light, perSecond, ask)
    const flooding = flood(heavy, perSecond * TIMES_CAPACITY, ask)
    await pause(500)
    const beside = await lightRequests(light, perSecond, ask)
    const answers = await flooding
    const refused = answers.filter(isRefused)
    const weaker = [...answers, ...beside].filter(
      (answer) => !isRefused(answer) && verdictOf(answer) !== quiet[answer.index % bodies.length],
    )
    const [quietP95, lightP95] = [p95(alone), p95(beside.filter((answer) => !isRefused(answer)))]
    await pause(5_000)
    return {
      requests: answers.length + beside.length,
      weaker: weaker.length,
      refused: refused.length,
      refusalP95: p95(refused),
      lightRatio: Math.round((10 * lightP95) / quietP95) / 10,
      capacity: perSecond,
      answered: answers.length - refused.length,
      lightRefused: beside.filter(isRefused).length,
      lightSamples: beside.length,
      quietP95,
      lightP95,
      idleMb,
      laterMb: await service.rssMb(),
      ...(weaker[0] && { example: verdictOf(weaker[0]) ?? weaker[0].status }),
    }
  } finally {
    await service.stop()
  }
}

type Indexed = Answer & { index: number }
type Ask = (token: string, index: number) => ReturnType<FloodedService['ask']>

/** Scans a second with so many in flight, of several accounts. */
async function capacity(tokens: readonly string[], ask: Ask): Promise<number> {
  const began = performance.now()
  let done = 0
  const worker = async (_: unknown, place: number) => {
    for (let index = place; performance.now() - began < PART_MS; index += IN_FLIGHT) {
      const { status } = await ask(tokens[index % tokens.length] ?? '', index)
      if (status === 200) done++
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return Math.round((done * 1_000) / (performance.now() - began))
}

async function lightRequests(token: string, perSecond: number, ask: Ask): Promise<Indexed[]> {
  const answers: Indexed[] = []
  const pauseMs = (1_000 * ACCOUNTS) / (perSecond * LIGHT_SHARE)
  const began = performance.now()
  for (let index = 0; performance.now() - began < LIGHT_MS; index++) {
    answers.push({ ...(await ask(token, index)), index })
    await pause(pauseMs)
  }
  return answers
}

/** Sends so many a second, whatever comes back, until the light account is done. */
async function flood(tokens: readonly string[], perSecond: number, ask: Ask): Promise<Indexed[]> {
  const flying: Promise<Indexed>[] = []
  const began = performance.now()
  for (let sent = 0; performance.now() - began < LIGHT_MS + 1_000; ) {
    const due = Math.floor(((performance.now() - began) * perSecond) / 1_000)
    for (; sent < due; sent++) {
      const index = sent
      flying.push(ask(tokens[sent % tokens.length] ?? '', index).then((answer) => ({ ...answer, index })))
    }
    await pause(5)
  }
  return Promise.all(flying)
}

function isRefused({ status }: Answer): boolean {
  return status === 503 || status === 429
}

function p95(answers: readonly Answer[]): number {
  return percentile(
    answers.map(({ milliseconds }) => milliseconds),
    0.95,
  )
}

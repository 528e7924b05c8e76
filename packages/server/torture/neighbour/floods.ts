import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { SandboxWorld } from '../../src/sandbox/world.ts'
import type { FloodedService } from '../../src/testing/flood/startService.ts'
import { swapBody } from '../../src/testing/swapBody.ts'
import { BOMB_ADDRESSES } from './bombs.ts'
import type { SlowServer } from './slowServer.ts'

/** Work that goes on until it is told to stop. @returns answers by status, where it asks the service. */
type Work = (ground: Ground, until: AbortSignal) => Promise<Record<string, number> | undefined>
/** What one account does to the service. `chain`: what the chain does all the time, before it and after it too. */
export type Flood = { account: Work; chain?: (ground: Ground, until: AbortSignal) => Promise<void> }
export type Ground = {
  service: FloodedService
  /** The account that floods. */
  token: string
  world: SandboxWorld
  slow: SlowServer
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
}

/** Requests in flight of the account that floods. */
const IN_FLIGHT = 100
const LONGEST = 30_000

const ASKED: Record<string, Work> = {
  bundles: ({ service, token, world }, until) => {
    const { from, chain, ...call } = swapBody(world)
    const calls = Array.from({ length: 16 }, () => call)
    return flood(until, () => service.ask(token, '/v1/scan/transaction', { from, calls, chain }, until))
  },
  'adversarial contracts': ({ service, token, world }, until) =>
    flood(until, (index) => {
      const to = BOMB_ADDRESSES[index % BOMB_ADDRESSES.length]
      const data = `0x${index.toString(16).padStart(8, '0')}`
      const body = { from: world.actors.trader, to, data, chain: 'ethereum', options: { deadlineMs: LONGEST } }
      return service.ask(token, '/v1/scan/transaction', body, until)
    }),
  'contracts with long deadlines': ({ service, token }, until) =>
    flood(until, (index) => {
      const address = BOMB_ADDRESSES[index % BOMB_ADDRESSES.length]
      return service.ask(
        token,
        '/v1/scan/contract',
        { address, chain: 'ethereum', options: { deadlineMs: LONGEST } },
        until,
      )
    }),
  streams: ({ service, token }, until) =>
    flood(until, async () => {
      const { hostname, port } = new URL(service.url)
      await held(
        hostname,
        Number(port),
        `GET /v1/events/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`,
        until,
      )
    }),
  'slow bodies': ({ service, token }, until) =>
    flood(until, async () => {
      const { hostname, port } = new URL(service.url)
      const head = `POST /v1/scan/transaction HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\nauthorization: Bearer ${token}\r\n\r\n{`
      await held(hostname, Number(port), head, until)
    }),
  'reports as PDF': ({ service, token, world }, until) =>
    flood(until, () => service.ask(token, `/v1/risk/report/${world.tokens.usdc}?format=pdf`, undefined, until)),
  'hanging webhooks': async ({ service, token, slow }, until) => {
    const hooks = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        service.ask(token, '/v1/webhooks', { url: `${slow.url}/hook${index}`, events: ['entity.risk_changed'] }),
      ),
    )
    const ids = hooks.flatMap(({ json }) => json?.data?.id ?? [])
    if (ids.length === 0) throw new Error(`no webhook: ${JSON.stringify(hooks[0]?.json)}`)
    return flood(until, (index) => service.ask(token, `/v1/webhooks/${ids[index % ids.length]}/test`, {}, until))
  },
  'slow sites': ({ service, slow }, until) =>
    flood(until, (index) =>
      service.ask(
        service.liveToken,
        '/v1/scan/url',
        { url: `${slow.url}/${index}`, options: { deadlineMs: LONGEST } },
        until,
      ),
    ),
}

export const FLOODS: Record<string, Flood> = {
  ...Object.fromEntries(Object.entries(ASKED).map(([name, account]) => [name, { account }])),
  'monitors on hot addresses': {
    account: async ({ service, token, world }) => {
      for (const address of Object.values(world.actors))
        await service.ask(token, '/v1/monitors', { address, chain: 'ethereum' })
    },
    chain: payments,
  },
}

/** A block each second, in which all people of the sandbox pay each other. */
async function payments({ world, rpc }: Ground, until: AbortSignal): Promise<void> {
  const people = Object.values(world.actors)
  for (let round = 1; !until.aborted; round++) {
    for (const [index, from] of people.entries()) {
      const to = people[(index + round) % people.length]
      await rpc('eth_sendTransaction', [{ from, to, value: '0x1' }]).catch(() => undefined)
    }
    await rpc('evm_mine', [])
    await pause(1_000)
  }
}

/** Keeps so many requests in flight; what fails is sent again after a moment. @returns answers by status. */
async function flood(until: AbortSignal, ask: (index: number) => Promise<unknown>): Promise<Record<string, number>> {
  let next = 0
  const answers: Record<string, number> = {}
  const worker = async () => {
    while (!until.aborted) {
      const answer = await ask(next++).catch(() => null)
      const status = (answer as { status?: number } | null)?.status
      if (!until.aborted) answers[status ?? 'none'] = (answers[status ?? 'none'] ?? 0) + 1
      // A client that obeys would wait a second; this one does not.
      if (status !== 200) await pause(20)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return answers
}

/** Opens a connection, sends a part of a request, then a byte a second. */
async function held(host: string, port: number, head: string, until: AbortSignal): Promise<void> {
  const socket = connect(port, host)
  const drip = setInterval(() => socket.writable && socket.write(' '), 1_000)
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  socket.on('connect', () => socket.write(head))
  socket.on('data', () => undefined)
  socket.on('error', () => undefined)
  socket.on('close', () => resolve())
  const end = () => socket.destroy()
  until.addEventListener('abort', end, { once: true })
  await closed
  until.removeEventListener('abort', end)
  clearInterval(drip)
  if (!until.aborted) await pause(20)
}

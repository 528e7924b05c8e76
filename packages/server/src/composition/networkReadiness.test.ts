import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chain } from '@redoubt/risk/chain.ts'
import { byChain } from '../chains/index.ts'
import type { EndpointStatus } from '../http/ports.ts'
import { createNetworkReadiness } from './networkReadiness.ts'

const OWN = ['https://node.example']
/** Unix seconds. */
const NOW = 1_800_000_000
const now = () => NOW * 1_000
const maxHeadAgeSeconds = { ...byChain(() => null), ethereum: 300, bsc: 120, polygon: 180 }
const headOf = (age: number) => ({ number: 7n, timestamp: BigInt(NOW - age) })
const configured = { ...byChain(() => [] as string[]), ethereum: OWN, bsc: OWN, base: OWN }

test('networks with endpoints of the operator are asked, once for all probes; late and failing ones are unreachable', async () => {
  const asked: Chain[] = []
  const answers: Partial<Record<Chain, () => Promise<ReturnType<typeof headOf> | string>>> = {
    ethereum: async () => headOf(12),
    bsc: async () => 'connect ECONNREFUSED',
    base: () => new Promise(() => {}),
  }
  const readiness = createNetworkReadiness({
    offered: ['ethereum', 'bsc', 'polygon', 'base'],
    configured,
    endpoints: async () => [],
    ask: (chain) => {
      asked.push(chain)
      return answers[chain]?.() ?? Promise.reject(new Error('never asked'))
    },
    maxHeadAgeSeconds,
    timeoutMs: 50,
    now,
  })
  const [first, second] = await Promise.all([readiness(), readiness()])
  assert.equal(first, second)
  assert.deepEqual(
    first.map(({ chain, state }) => `${chain} ${state}`),
    ['ethereum ready', 'bsc unreachable', 'polygon not-asked', 'base unreachable'],
  )
  assert.deepEqual(first.map(({ reason }) => reason).filter(Boolean), [
    'connect ECONNREFUSED',
    'Error: no answer in time',
  ])
  assert.deepEqual(asked, ['ethereum', 'bsc', 'base'])
})

test('a network whose newest block is older than its limit is behind', async () => {
  const statesAt = async (age: number) => {
    const readiness = createNetworkReadiness({
      offered: ['ethereum', 'bsc', 'base'],
      configured,
      endpoints: async () => [],
      ask: async () => headOf(age),
      maxHeadAgeSeconds,
      timeoutMs: 1_000,
      now,
    })
    return readiness()
  }
  const states = async (age: number) => (await statesAt(age)).map(({ state }) => state)
  assert.deepEqual(await states(12), ['ready', 'ready', 'ready'])
  assert.deepEqual(await states(120), ['ready', 'ready', 'ready'])
  assert.deepEqual(await states(121), ['ready', 'behind', 'ready'])
  assert.deepEqual(await states(7_200), ['behind', 'behind', 'ready'], 'base has no limit here')
  const [ethereum] = await statesAt(7_200)
  assert.equal(ethereum?.reason, 'its newest block 7 is 7200 s old, more than 300')
})

/** A network whose endpoint failed so often in a row; the newest block that scans read is so old, in seconds. */
const fared = (chain: Chain, failures: number, age = 12) =>
  ({
    environment: 'live',
    chain,
    head: headOf(age),
    calls: [{ host: 'public.example', answered: 1, failed: failures }],
    endpoints: [{ host: 'public.example', latencyMs: null, failures, setAside: false }],
  }) as unknown as EndpointStatus

test('public endpoints are asked only where scans failed at them, or read an old block', async () => {
  const asked: Chain[] = []
  const readiness = createNetworkReadiness({
    offered: ['ethereum', 'bsc', 'polygon', 'arbitrum', 'base'],
    configured: byChain(() => []),
    // No scan for an hour, and an endpoint that stands still.
    endpoints: async () => [fared('bsc', 0), fared('polygon', 3), fared('arbitrum', 0, 3_600), fared('base', 0, 3_600)],
    ask: async (chain) => {
      asked.push(chain)
      return { polygon: 'no answer', arbitrum: headOf(1), base: headOf(3_600) }[chain as string] ?? 'never asked'
    },
    maxHeadAgeSeconds: { ...maxHeadAgeSeconds, arbitrum: 120, base: 120 },
    timeoutMs: 50,
    now,
  })
  const states = (await readiness()).map(({ chain, state, own }) => [chain, state, own])
  assert.deepEqual(states, [
    ['ethereum', 'not-asked', false],
    ['bsc', 'ready', false],
    ['polygon', 'unreachable', false],
    ['arbitrum', 'ready', false],
    ['base', 'behind', false],
  ])
  assert.deepEqual(asked, ['polygon', 'arbitrum', 'base'])
})

test('public endpoints that failed for one account alone are asked, and those that no scan asked are not', async () => {
  const asked: Chain[] = []
  /** Never read; each endpoint is healthy for all accounts but the one. */
  const forOne = (chain: Chain, failed: number) =>
    ({ ...fared(chain, 0), head: null, calls: [{ host: 'public.example', answered: 0, failed }] }) as EndpointStatus
  const readiness = createNetworkReadiness({
    offered: ['ethereum', 'bsc', 'polygon'],
    configured: byChain(() => []),
    endpoints: async () => [forOne('ethereum', 1), forOne('bsc', 0), forOne('polygon', 6)],
    ask: async (chain) => {
      asked.push(chain)
      return chain === 'polygon' ? headOf(1) : 'no answer'
    },
    maxHeadAgeSeconds,
    timeoutMs: 50,
    now,
  })
  assert.deepEqual(
    (await readiness()).map(({ chain, state }) => `${chain} ${state}`),
    ['ethereum unreachable', 'bsc not-asked', 'polygon ready'],
  )
  assert.deepEqual(asked, ['ethereum', 'polygon'])
})

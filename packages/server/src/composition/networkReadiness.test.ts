import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chain } from '@redoubt/risk/chain.ts'
import { byChain } from '../chains/index.ts'
import type { EndpointStatus } from '../http/ports.ts'
import { createNetworkReadiness } from './networkReadiness.ts'

const OWN = ['https://node.example']
const configured = { ...byChain(() => [] as string[]), ethereum: OWN, bsc: OWN, base: OWN }

test('networks with endpoints of the operator are asked, once for all probes; late and failing ones are unreachable', async () => {
  const asked: Chain[] = []
  const answers: Partial<Record<Chain, () => Promise<string | null>>> = {
    ethereum: async () => null,
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
    timeoutMs: 50,
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

/** A network whose endpoint failed so often in a row; `head`: a block was read before. */
const fared = (chain: Chain, failures: number) =>
  ({
    environment: 'live',
    chain,
    head: { number: 1n, timestamp: 1n },
    endpoints: [{ host: 'public.example', latencyMs: null, failures, setAside: false }],
  }) as unknown as EndpointStatus

test('public endpoints are asked only where scans failed at them', async () => {
  const asked: Chain[] = []
  const readiness = createNetworkReadiness({
    offered: ['ethereum', 'bsc', 'polygon'],
    configured: byChain(() => []),
    endpoints: async () => [fared('bsc', 0), fared('polygon', 3)],
    ask: async (chain) => {
      asked.push(chain)
      return 'no answer'
    },
    timeoutMs: 50,
  })
  const states = (await readiness()).map(({ chain, state, own }) => [chain, state, own])
  assert.deepEqual(states, [
    ['ethereum', 'not-asked', false],
    ['bsc', 'ready', false],
    ['polygon', 'unreachable', false],
  ])
  assert.deepEqual(asked, ['polygon'])
})

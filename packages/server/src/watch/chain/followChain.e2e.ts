import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { startTestChain, startTestProxy } from '../../evm/simulation/testing/testChain.ts'
import { openStore } from '../../store/openStore.ts'
import { createChainFollower } from './followChain.ts'

// A real anvil that loses more blocks than hashes are kept of.
test('a chain that ends below all that is known is followed, once nothing else was heard of for long enough', async () => {
  const chain = await startTestChain()
  const store = await openStore('sqlite::memory:', null)
  const source = createChainSource({ chain: 'ethereum', urls: [chain.url] })
  try {
    await store.migrate()
    const watched = { chain: 'ethereum', environment: 'live', instance: '' } as const
    const clock = { now: 1_790_000_000_000 }
    const reorganised: bigint[] = []
    const follower = createChainFollower({
      watched,
      node: 'n',
      source: source.blocks,
      store: store.watchedChains,
      judge: async () => [],
      confirmations: 1,
      now: () => clock.now,
      limits: { pollMs: 1, staleMs: 10, patienceMs: 60_000, keptBlocks: 3, maxAgeMs: Number.POSITIVE_INFINITY },
      news: { passed() {}, skipped() {}, reorganised: ({ ancestor }) => reorganised.push(ancestor) },
    })
    const turn = async () => {
      while (await follower.turn(AbortSignal.timeout(60_000)));
      return Number(follower.judged())
    }
    await store.watchedChains.lead(watched, 'n', clock.now, 1e9)
    const began = Number(await chain.rpc('eth_blockNumber'))
    const snapshot = await chain.rpc('evm_snapshot')
    await turn()
    await chain.rpc('anvil_mine', ['0xc'])
    assert.equal(await turn(), began + 11)
    await chain.rpc('evm_revert', [snapshot])
    // Others than those that were lost.
    await chain.rpc('evm_increaseTime', [1_000])
    await chain.rpc('anvil_mine', ['0x2'])
    assert.equal(await turn(), began + 11)
    clock.now += 59_000
    assert.equal(await turn(), began + 11)
    clock.now += 1_000
    assert.equal(await turn(), began + 1)
    assert.deepEqual(reorganised, [BigInt(began + 1)])
    await chain.rpc('anvil_mine', ['0x3'])
    assert.equal(await turn(), began + 4)
  } finally {
    await source.close()
    await store.close()
    await chain.close()
  }
})

test('an old head of the same chain, from before the watch, is no reason to judge old blocks', async () => {
  const chain = await startTestChain()
  const proxy = await startTestProxy(chain.url)
  const store = await openStore('sqlite::memory:', null)
  const source = createChainSource({ chain: 'ethereum', urls: [proxy.url] })
  try {
    await store.migrate()
    await chain.rpc('anvil_mine', ['0xa'])
    const watched = { chain: 'ethereum', environment: 'live', instance: '' } as const
    const judged: number[] = []
    const follower = createChainFollower({
      watched,
      node: 'n',
      source: source.blocks,
      store: store.watchedChains,
      judge: async ({ number }) => {
        judged.push(Number(number))
        return []
      },
      confirmations: 1,
      now: Date.now,
      limits: { pollMs: 1, staleMs: 0, patienceMs: 0, keptBlocks: 64, maxAgeMs: Number.POSITIVE_INFINITY },
      news: { passed() {}, skipped() {}, reorganised() {} },
    })
    await store.watchedChains.lead(watched, 'n', Date.now(), 1e9)
    const turn = async () => {
      while (await follower.turn(AbortSignal.timeout(60_000)));
    }
    await turn()
    const began = Number(await chain.rpc('eth_blockNumber'))
    const lag = 4
    proxy.rule = async (body, forward) => {
      const latest = `0x${(Number(await chain.rpc('eth_blockNumber')) - lag).toString(16)}`
      const old = await chain.rpc('eth_getBlockByNumber', [latest, false])
      const asked = [body].flat() as { id: number; params: unknown[] }[]
      const answers = ([await forward()].flat() as { id: number }[]).map((one) =>
        asked.find(({ id }) => id === one.id)?.params[0] === 'latest' ? { ...one, result: old } : one,
      )
      return { answer: Array.isArray(body) ? answers : answers[0] }
    }
    for (let block = 0; block < lag + 2; block++) {
      await turn()
      await chain.rpc('evm_mine')
    }
    proxy.rule = null
    await turn()
    assert.ok(
      judged.every((number) => number >= began),
      judged.join(),
    )
    assert.equal(follower.judged(), BigInt(began + lag + 1))
  } finally {
    await source.close()
    await proxy.close()
    await store.close()
    await chain.close()
  }
})

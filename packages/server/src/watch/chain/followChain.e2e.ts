import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { startTestChain } from '../../evm/simulation/testing/testChain.ts'
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

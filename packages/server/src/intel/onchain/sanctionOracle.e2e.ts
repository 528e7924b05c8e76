import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { startTestChain } from '../../evm/simulation/testing/testChain.ts'
import type { Sandbox } from '../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import { sanctionedAt } from '../accountFact.ts'

describe('sanctionedAt', () => {
  let sandbox: Sandbox
  let chain: ChainSource
  const signal = AbortSignal.timeout(30_000)
  before(async () => {
    sandbox = await reusedSandbox({ chains: ['ethereum'] })
    chain = createChainSource({ chain: 'ethereum', urls: [sandbox.rpcUrls.ethereum] })
  })
  after(async () => {
    await chain.close()
    await sandbox.close()
  })

  test('asks the oracle at the block', async () => {
    const { actors } = sandbox.world.ethereum
    const block = await chain.head(signal)
    const of = (address: Address) => sanctionedAt(chain, { block, address }, signal)
    assert.equal(await of(actors.sanctioned.toLowerCase() as Address), true)
    assert.equal(await of(actors.friend.toLowerCase() as Address), false)
  })

  test('is null, not false, on a chain without the oracle', async () => {
    const bare = await startTestChain()
    const source = createChainSource({ chain: 'ethereum', urls: [bare.url] })
    try {
      const block = await source.head(signal)
      assert.equal(await sanctionedAt(source, { block, address: `0x${'11'.repeat(20)}` }, signal), null)
    } finally {
      await source.close()
      await bare.close()
    }
  })

  test('says that it failed where the network does not answer', async () => {
    const block = await chain.head(signal)
    const broken = { ...chain, call: () => Promise.reject(new Error('HTTP 500')) }
    assert.equal(await sanctionedAt(broken, { block, address: `0x${'11'.repeat(20)}` }, signal), 'failed')
  })
})

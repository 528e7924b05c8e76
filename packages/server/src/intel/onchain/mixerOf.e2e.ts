import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { startTestChain, type TestChain } from '../../evm/simulation/testing/testChain.ts'
import { accountFact, mixerOf } from '../accountFact.ts'
import { knows } from '../testing/knows.ts'
import { answering } from './testing/answering.ts'
import { openSandbox } from './testing/openSandbox.ts'

const POOL: Address = `0x${'70'.repeat(20)}`
const ETHER = 10n ** 18n
const tornado = (more: Record<string, Hex | bigint> = {}) =>
  answering({ 'denomination()': ETHER, 'levels()': 20n, 'nextIndex()': 4_321n, 'isSpent(bytes32)': 0n, ...more })

describe('mixers', () => {
  let chain: TestChain
  let source: ChainSource
  const signal = AbortSignal.timeout(60_000)
  before(async () => {
    chain = await startTestChain()
    source = createChainSource({ chain: 'ethereum', urls: [chain.url], limits: { headReuseMs: 0 } })
  })
  after(async () => {
    await source.close()
    await chain.close()
  })

  const cases: Record<string, [Hex, boolean]> = {
    'a pool like Tornado Cash’s': [tornado(), true],
    'a new one without deposits': [tornado({ 'nextIndex()': 0n }), true],
    'a full one': [tornado({ 'nextIndex()': 2n ** 20n }), true],
    'a lottery with tickets of one size': [answering({ 'denomination()': ETHER }), false],
    'a voting tree without denomination': [
      answering({ 'levels()': 20n, 'nextIndex()': 9n, 'isSpent(bytes32)': 0n }),
      false,
    ],
    'a contract for which every note is spent': [tornado({ 'isSpent(bytes32)': 1n }), false],
    'a contract that says 1 to everything': [
      tornado({ 'denomination()': 1n, 'levels()': 1n, 'nextIndex()': 1n, 'isSpent(bytes32)': 1n }),
      false,
    ],
    'a tree with more leaves than it can have': [tornado({ 'nextIndex()': 2n ** 20n + 1n }), false],
    'a tree of a hundred levels': [tornado({ 'levels()': 100n }), false],
    'a pool of nothing': [tornado({ 'denomination()': 0n }), false],
    'a pool of more than there is': [tornado({ 'denomination()': 2n ** 200n }), false],
  }
  for (const [name, [code, mixes]] of Object.entries(cases))
    test(`${name} ${mixes ? 'mixes' : 'does not mix'}`, async () => {
      await chain.place({ [POOL]: { code } })
      const block = await source.head(signal)
      const { labels } = await accountFact({ chain: source, intel: knows() }, { block, address: POOL }, signal)
      assert.deepEqual(
        labels.map(({ category, confidence }) => [category, confidence]),
        mixes ? [['mixer', 'medium']] : [],
      )
    })
})

test('the sandbox’s mixer is known by what it is, whatever lists say; its other contracts are none', async () => {
  await using sandbox = await openSandbox('ethereum')
  const { listed, honest, dex } = sandbox.world
  const signal = AbortSignal.timeout(60_000)
  const block = await sandbox.source.head(signal)
  const mixes = async (address: Address) =>
    (await mixerOf(sandbox.source, { block, address: address.toLowerCase() as Address }, signal)) !== null
  assert.equal(await mixes(listed.mixer), true)
  for (const address of [listed.bridge, honest.vault, honest.airdrop, dex.pairs.usdc])
    assert.equal(await mixes(address), false)
})

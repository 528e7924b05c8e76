import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { collectFailedReads } from '../../lib/failedReads.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { changing } from '../rpc/testing/logProviders.ts'
import { createSimulator } from './createSimulator.ts'
import type { Simulator } from './simulator.ts'
import { assemble } from './testing/assembler.ts'
import { startTestChain, startTestProxy, type TestChain, type TestProxy } from './testing/testChain.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const [READER, REVERTING, SENDER] = [at('4ead'), at('dead'), at('5e')]
const SLOT: Hex = `0x${'7'.padStart(64, '0')}`
const WORD: Hex = `0x${'1'.padStart(64, '0')}`
const REFUSED = { error: { code: -32_000, message: 'internal error' } }

type Opened = { source: ChainSource; simulator: Simulator; proxy: TestProxy }

// Every way in which an analysis asks the chain, with an error that the analysis catches.
describe('reads of a node that are caught where they fail', () => {
  let chain: TestChain

  before(async () => {
    chain = await startTestChain()
    await chain.place({
      [READER]: { code: assemble('7 SLOAD 0 MSTORE 32 0 RETURN'), storage: { [SLOT]: WORD } },
      [REVERTING]: { code: assemble('0 0 REVERT') },
      [SENDER]: { balance: 10n ** 20n },
    })
  })
  after(() => chain.close())

  async function opened(method: string | null, check: (opened: Opened) => Promise<void>): Promise<void> {
    const proxy = await startTestProxy(chain.url)
    const source = createChainSource({ chain: 'ethereum', urls: [proxy.url], discovery: 'access-list' })
    const simulator = createSimulator({ sources: { ethereum: source }, limits: { maxChildren: 1 } })
    proxy.rule = method === null ? null : changing(method, () => REFUSED)
    try {
      await check({ source, simulator, proxy })
    } finally {
      await simulator.close()
      await source.close()
      await proxy.close()
    }
  }

  const signal = AbortSignal.timeout(120_000)
  const transaction = { from: SENDER, to: READER, data: '0x', value: 0n } as const
  const ways: Record<string, [method: string, (opened: Opened) => Promise<unknown>]> = {
    storage: [
      'eth_getStorageAt',
      async ({ source }) => source.storage(await source.head(signal), READER, SLOT, signal),
    ],
    balance: ['eth_getBalance', async ({ source }) => source.balance(await source.head(signal), READER, signal)],
    code: ['eth_getCode', async ({ source }) => source.code(await source.head(signal), READER, signal)],
    call: [
      'eth_call',
      async ({ source }) => source.call(await source.head(signal), { to: READER, data: '0x' }, signal),
    ],
    question: [
      'eth_call',
      async ({ source }) =>
        source.ask(
          await source.head(signal),
          { to: READER, data: '0x', gas: 100_000, max: 32, topic: 'words' },
          signal,
        ),
    ],
    logs: ['eth_getLogs', async ({ source }) => source.logs({ fromBlock: 0n, toBlock: 1n }, signal)],
    sequence: [
      'eth_getStorageAt',
      async ({ source, simulator }) => {
        const block = await source.head(signal)
        const sequences = [{ blocks: [{ calls: [transaction] }] }]
        return simulator.simulateSequences({ block, sequences, signal })
      },
    ],
    'call for its output': [
      'eth_getStorageAt',
      async ({ source, simulator }) => simulator.read({ block: await source.head(signal), transaction, signal }),
    ],
    'words that are read': [
      'eth_getStorageAt',
      async ({ source, simulator }) => simulator.slotsRead({ block: await source.head(signal), transaction, signal }),
    ],
  }
  for (const [way, [method, ask]] of Object.entries(ways))
    test(`${way}: noted where it failed, and not where it succeeded`, async () => {
      await opened(method, async (all) => {
        const { value, failed } = collectFailedReads(() => ask(all).catch(() => null))
        assert.equal(await value, null)
        assert.ok(failed.size > 0)
      })
      await opened(null, async (all) => {
        const { value, failed } = collectFailedReads(() => ask(all))
        assert.notEqual(await value, null)
        assert.equal(failed.size, 0)
      })
    })

  test('a revert is an answer, and so is that a node offers no such method', async () => {
    await opened(null, async ({ source, simulator }) => {
      const block = await source.head(signal)
      const { value, failed } = collectFailedReads(async () => [
        await source.call(block, { to: REVERTING, data: '0x' }, signal),
        await simulator.read({ block, transaction: { ...transaction, to: REVERTING }, signal }),
      ])
      assert.deepEqual(await value, [null, null])
      assert.equal(failed.size, 0)
    })
    const unknown = { error: { code: -32_601, message: 'the method does not exist' } }
    await opened(null, async ({ source, proxy }) => {
      proxy.rule = changing('ots_getContractCreator', () => unknown)
      const { value, failed } = collectFailedReads(() => source.contractCreator(READER, signal))
      assert.equal(await value, null)
      assert.equal(failed.size, 0)
    })
  })
})

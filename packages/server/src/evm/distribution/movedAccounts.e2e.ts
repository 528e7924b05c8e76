import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { startTestChain, startTestProxy, type TestChain, type TestProxy } from '../simulation/testing/testChain.ts'
import { movedAccounts } from './distribution.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const [TOKEN, OTHER, SENDER] = [at('70c'), at('07e4'), at('5e4d')]
const FIRST = at('f125')
const LAST = at('1a57')
/** Logs, without data, as many topics as the call data has words: LOG3 of the first three. */
const LOGGER: Hex = '0x60403560203560003560006000a300'
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const SWAP = '5a'.repeat(32)

const WINDOWS = [1n, 4n, 40n]

let chain: TestChain
let proxy: TestProxy
let source: ChainSource
let since: bigint

const log = (token: Address, topic: string, from: Address, to: Address) =>
  chain.rpc('eth_sendTransaction', [
    {
      from: SENDER,
      to: token,
      gas: '0x30d40',
      data: `0x${topic}${from.slice(2).padStart(64, '0')}${to.slice(2).padStart(64, '0')}`,
    },
  ])
const mine = () => chain.rpc('evm_mine')
const timeoutSignal = () => AbortSignal.timeout(10_000)

before(async () => {
  chain = await startTestChain()
  await chain.place({ [SENDER]: { balance: 10n ** 20n }, [TOKEN]: { code: LOGGER }, [OTHER]: { code: LOGGER } })
  await log(TOKEN, TRANSFER, at('0'), FIRST)
  await mine()
  since = BigInt((await chain.rpc('eth_blockNumber')) as Hex)
  // More blocks than are looked at from the end.
  await chain.rpc('anvil_mine', ['0x40', '0x1'])
  await log(TOKEN, SWAP, at('9999'), at('9998'))
  await log(OTHER, TRANSFER, at('9997'), at('9996'))
  await log(TOKEN, TRANSFER, at('a11ce'), at('b0b'))
  await mine()
  await log(TOKEN, TRANSFER, at('b0b'), LAST)
  await mine()
  proxy = await startTestProxy(chain.url)
  source = createChainSource({ chain: 'ethereum', urls: [proxy.url], limits: { headReuseMs: 0 } })
})
after(async () => {
  await source?.close()
  await proxy?.close()
  await chain?.close()
})

const ask = async (more: { since?: bigint; rare?: boolean; max?: number } = {}) => {
  const block = await source.head(timeoutSignal())
  return movedAccounts(
    source,
    { block, token: TOKEN, since: null, rare: false, max: 500, windows: WINDOWS, ...more },
    timeoutSignal(),
  )
}

describe('accounts of transfers', () => {
  it('are those of this token, the last first, each once', async () => {
    assert.deepEqual(await ask(), [at('b0b'), LAST, at('a11ce')])
    assert.deepEqual(await ask({ rare: true }), [at('b0b'), LAST, at('a11ce')])
  })

  it('of its first blocks are found however long ago they were', async () => {
    assert.deepEqual((await ask({ since })).slice(3), [at('0'), FIRST])
  })

  it('are as many as wanted', async () => assert.deepEqual(await ask({ max: 2 }), [at('b0b'), LAST]))

  it('that a node refuses to tell are none', async () => {
    proxy.rule = async (body) => {
      const error = { code: -32_601, message: 'the method eth_getLogs does not exist' }
      const refused = (id: unknown) => ({ jsonrpc: '2.0', id, error })
      const requests = body as { id: number } | { id: number }[]
      return { answer: Array.isArray(requests) ? requests.map(({ id }) => refused(id)) : refused(requests.id) }
    }
    const block = await createHead()
    assert.deepEqual(
      await movedAccounts(source, { block, token: OTHER, since, rare: false, max: 9 }, timeoutSignal()),
      [],
    )
    proxy.rule = null
  })

  it('are given up with the scan', async () => {
    const block = await source.head(timeoutSignal())
    const gone = AbortSignal.abort(new Error('the scan is over'))
    await assert.rejects(
      movedAccounts(source, { block, token: at('e'), since, rare: true, max: 9 }, gone),
      /scan is over/,
    )
  })
})

/** The head, read past the proxy that is about to refuse everything. */
async function createHead() {
  const direct = createChainSource({ chain: 'ethereum', urls: [chain.url] })
  try {
    return await direct.head(timeoutSignal())
  } finally {
    await direct.close()
  }
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { pad, toHex } from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { usdPrice } from '../market/usdPrice.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { tokenMetadata } from './tokenMetadata.ts'

/** Selectors of name(), symbol(), decimals(): no request for a token's metadata lacks the second. */
const SYMBOL = '95d89b41'
const FAKE: Address = `0x${'70'.repeat(20)}`

type Call = { jsonrpc: string; id: number; method: string; params: unknown[] }

// A real node behind a proxy that fails, or never answers, the calls that ask tokens for their names.
describe('a well-known token whose answers are missing', () => {
  const http = createOperatorFetch()
  let sandbox: OpenSandbox
  let fault: 'none' | 'missing state' | 'silence' = 'none'
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    await answer(Buffer.concat(chunks).toString(), response)
  })

  async function answer(body: string, response: ServerResponse): Promise<void> {
    const calls = [JSON.parse(body) as Call | Call[]].flat()
    const isAsked = ({ params }: Call) => JSON.stringify(params).includes(SYMBOL)
    if (fault === 'silence' && calls.some(isAsked)) return
    const replies = await Promise.all(
      calls.map(async (call) => {
        if (fault === 'missing state' && isAsked(call))
          return { jsonrpc: '2.0', id: call.id, error: { code: -32000, message: 'missing trie node' } }
        const headers = { 'content-type': 'application/json' }
        const asked = { url: sandbox.url, method: 'POST', headers, body: JSON.stringify(call) } as const
        return JSON.parse((await http.fetch({ ...asked, deadlineMs: 10_000, maxBytes: 2 ** 26 })).body.toString())
      }),
    )
    response.end(JSON.stringify(body.startsWith('[') ? replies : replies[0]))
  }

  before(async () => {
    sandbox = await openSandbox('ethereum')
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A stranger's token that calls itself USDC: the code of another one, with its name, symbol and decimals in slots 0 to 2.
    const word = (value: string) => pad(toHex(value), { dir: 'right' }).slice(0, 64)
    await sandbox.rpc('anvil_setCode', [
      FAKE,
      await sandbox.rpc('eth_getCode', [sandbox.world.tokens.honest, 'latest']),
    ])
    await sandbox.rpc('anvil_setStorageAt', [FAKE, pad('0x0'), `${word('USD Coin')}10`])
    await sandbox.rpc('anvil_setStorageAt', [FAKE, pad('0x1'), `${word('USDC')}08`])
    await sandbox.rpc('anvil_setStorageAt', [FAKE, pad('0x2'), pad('0x06')])
    await sandbox.rpc('evm_mine', [])
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await http.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  /** What a service that reads through the proxy learns of a token. */
  async function gathered(address: Address) {
    // Shorter than one attempt: waiting for a silent node fails the test.
    const signal = AbortSignal.timeout(15_000)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const limits = { headReuseMs: 0, attemptTimeoutMs: 60_000 }
    const chain = createChainSource({ chain: 'ethereum', urls: [url], limits })
    const block = await chain.head(signal)
    const asset = address.toLowerCase() as Address
    const metadata = await tokenMetadata(chain, { block, address: asset }, signal)
    const price = await usdPrice(chain, { block, asset }, signal)
    const coin = await usdPrice(chain, { block, asset: null }, signal)
    await chain.close()
    return { metadata, usd: price?.usd ?? null, coinUsd: coin?.usd ?? null }
  }

  test('says all of it itself where the node answers', async () => {
    const { usdc } = sandbox.world.tokens
    assert.partialDeepStrictEqual(await gathered(usdc), { metadata: { symbol: 'USDC', decimals: 6 }, usd: 1 })
    const named = { standard: 'erc20', name: 'USD Coin', symbol: 'USDC', decimals: 6 }
    assert.deepEqual(await gathered(FAKE), { metadata: named, usd: null, coinUsd: 3_500 })
  })

  for (const kind of ['missing state', 'silence'] as const)
    test(`keeps symbol, decimals and price after ${kind}`, async () => {
      fault = kind
      const { usdc, wrapped } = sandbox.world.tokens
      assert.partialDeepStrictEqual(await gathered(usdc), {
        metadata: { standard: 'erc20', symbol: 'USDC', decimals: 6 },
        usd: 1,
      })
      const { metadata, usd, coinUsd } = await gathered(wrapped)
      assert.partialDeepStrictEqual(metadata, { symbol: 'WETH', decimals: 18 })
      assert.equal(usd, coinUsd)
    })

  test('lends nothing to a stranger’s token of its name', async () => {
    fault = 'missing state'
    assert.partialDeepStrictEqual(await gathered(FAKE), { metadata: null, usd: null })
  })

  test('is no token where the network has no contract, whatever a list says', async () => {
    fault = 'none'
    const shib: Address = '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE'
    assert.deepEqual((await gathered(shib)).metadata, null)
  })
})

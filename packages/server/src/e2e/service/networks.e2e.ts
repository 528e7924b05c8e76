import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestProxy, type TestProxy } from '../../evm/simulation/testing/testChain.ts'
import type { Sandbox } from '../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import { swapBody } from '../../testing/swapBody.ts'

type Call = { method: string; params: unknown[] }

// Runs beside nothing: load adds round trips.
describe('what a swap scan asks of its node', () => {
  let sandbox: Sandbox
  let proxy: TestProxy
  let service: ScanService
  /** Requests in a row, each begun after the one before it was answered. */
  let chain = 0

  before(async () => {
    sandbox = await reusedSandbox({ chains: ['ethereum'] })
    proxy = await startTestProxy(sandbox.rpcUrls.ethereum, 20)
    proxy.rule = async (_, forward) => {
      const position = chain + 1
      const answer = await forward()
      chain = Math.max(chain, position)
      return { answer }
    }
    service = await startScanService('live', { ETHEREUM_RPC_URLS: proxy.url })
  })
  after(async () => {
    await service.close()
    await proxy.close()
    await sandbox.close()
  })

  const scan = () => service.scan({ ...swapBody(sandbox.world.ethereum), options: { deadlineMs: 20_000 } })

  test('four round trips at most when it knows nothing yet, the head and the check of the node included', async () => {
    const trips: number[] = []
    // A busy machine begins a request after answers that it does not wait for, which only adds trips.
    while (trips.length < 3 && !trips.some((one) => one <= 4)) {
      if (trips.length > 0) {
        await service.close()
        service = await startScanService('live', { ETHEREUM_RPC_URLS: proxy.url })
      }
      chain = 0
      const result = await scan()
      assert.equal(result.simulation?.success, true)
      assert.deepEqual(result.unknown, [])
      trips.push(chain)
    }
    assert.ok(Math.min(...trips) <= 4, `${trips.join(', ')} round trips`)
  })

  test('nothing but the head when it has scanned it at this block, and it answers the same', async () => {
    const first = await scan()
    const counted = proxy.requests.length
    assert.deepEqual(await scan(), first)
    const asked = proxy.requests.slice(counted).flatMap((body) => body as Call | Call[])
    assert.deepEqual(
      asked.filter(({ method, params }) => method !== 'eth_getBlockByNumber' || params[0] !== 'latest'),
      [],
    )
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byChain } from '../chains/index.ts'
import { startTestChain } from '../evm/simulation/testing/testChain.ts'
import { checkEndpoints, endpointComplaints } from './checkEndpoints.ts'

test('a real node passes; one of another chain and one that is not there are told, without their keys', async () => {
  const chain = await startTestChain({ timestamp: Math.floor(Date.now() / 1_000) })
  const none = byChain(() => [] as string[])
  try {
    const checked = await checkEndpoints(
      { ...none, ethereum: [chain.url, 'http://127.0.0.1:1/secret-key'], bsc: [`${chain.url}/?key=secret-key`] },
      { rpcTimeoutMs: 5_000, maxHeadAgeSeconds: byChain(() => 300) },
    )
    const [real] = checked
    assert.deepEqual(
      real?.checks.filter(({ state }) => state !== 'ok'),
      [],
      JSON.stringify(real?.checks),
    )
    const lines = endpointComplaints(checked, ['failed', 'warning'])
    assert.equal(lines.length, 2)
    assert.match(lines[0] ?? '', /^ethereum: 127\.0\.0\.1:1: the connection failed \(ECONNREFUSED\)\. Check the URL/)
    assert.match(lines[1] ?? '', /^bsc: 127\.0\.0\.1:\d+: chain id: chain 1, expected 56\. Move the URL/)
    assert.doesNotMatch(JSON.stringify(checked), /secret-key/)
  } finally {
    await chain.close()
  }
})

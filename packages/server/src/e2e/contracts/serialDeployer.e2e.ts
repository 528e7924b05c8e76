import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { getAddress } from 'viem/utils'
import { stageDeployer } from '../../evm/history/testing/stageDeployer.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { ON_ETHEREUM } from '../../testing/newHead.ts'
import { quietApp } from '../../testing/quietApp.ts'

const SERIAL = getAddress(`0x${'5e41a1'.padEnd(40, '3')}`)
const HONEST = getAddress(`0x${'40e57'.padEnd(40, '9')}`)

describe('a token of an account that removed the liquidity of its others', () => {
  const http = createOperatorFetch()
  let service: Awaited<ReturnType<typeof quietApp>>

  before(async () => {
    service = await quietApp('test', {}, ON_ETHEREUM)
  })
  after(async () => {
    await service.app.close()
    await http.close()
  })

  async function findingsOf(address: Address) {
    const { status, body } = await http.fetch({
      url: `${service.url}/v1/scan/contract`,
      method: 'POST',
      headers: { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ address, chain: 'ethereum', options: { deadlineMs: 30_000 } }),
      deadlineMs: 60_000,
      maxBytes: 2 ** 22,
    })
    const text = body.toString('utf8')
    assert.equal(status, 200, text)
    const { warnings } = JSON.parse(text).data as { warnings: { id: string; severity: string; evidence: object }[] }
    return warnings.filter(({ id }) => id === 'liquidity-removed-by-deployer')
  }

  test('is told from that of an account whose other tokens trade', async () => {
    const sandbox = await service.app.sandbox()
    const rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
    const serial = await stageDeployer(rpc, sandbox.world.ethereum, SERIAL)
    for (let times = 0; times < 3; times++) await serial.removeAll(await serial.withPool(await serial.token()))
    const newest = await serial.token()
    const honest = await stageDeployer(rpc, sandbox.world.ethereum, HONEST)
    await honest.withPool(await honest.token())
    const other = await honest.token()
    const [found] = await findingsOf(newest)
    assert.equal(found?.severity, 'high')
    assert.equal((found.evidence as { tokens: string[] }).tokens.length, 3)
    assert.deepEqual(await findingsOf(other), [])
  })
})

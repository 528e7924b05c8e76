import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { getAddress, numberToHex, parseEther } from 'viem/utils'
import { stageDeployer } from '../../evm/history/testing/stageDeployer.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import { quietApp } from '../../testing/quietApp.ts'

const INFERNO: Address = '0x0000db5c8B030ae20308ac975898E09741e70000'
const TORNADO: Address = '0x47CE0C6eD5B0Ce3d3A51fdb1C52DC66a7c3c2936'
const BINANCE: Address = '0x28C6c06298d514Db089934071355E5743bf21d60'
const ID = 'deployer-funded-by-flagged-account'

describe('a young token of a deployer', () => {
  const http = createOperatorFetch()
  let service: Awaited<ReturnType<typeof quietApp>>

  before(async () => {
    // Each token is newer than the scan before it.
    service = await quietApp('test', {}, { headReuseMs: 0, sandbox: reusedSandbox, sandboxChains: ['ethereum'] })
  })
  after(async () => {
    await service.app.close()
    await http.close()
  })

  /** Findings about a token whose deployer's first coins came from an account; and what the scan could not learn. */
  async function scanTokenPaidBy(funder: Address, name: string) {
    const { rpcUrls, world } = await service.app.sandbox()
    const rpc = nodeRpc(rpcUrls.ethereum, http)
    const deployer = getAddress(`0x${name.padEnd(40, '6')}`)
    await rpc('anvil_impersonateAccount', [funder])
    await rpc('anvil_setBalance', [funder, numberToHex(parseEther('100'))])
    await rpc('eth_sendTransaction', [
      { from: funder, to: deployer, value: numberToHex(parseEther('2')), gas: '0x5208' },
    ])
    await rpc('evm_mine', [])
    const { token } = await stageDeployer(rpc, world.ethereum, deployer)
    const { status, body } = await http.fetch({
      url: `${service.url}/v1/scan/contract`,
      method: 'POST',
      headers: { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ address: await token(), chain: 'ethereum', options: { deadlineMs: 30_000 } }),
      deadlineMs: 60_000,
      maxBytes: 2 ** 22,
    })
    const text = body.toString('utf8')
    assert.equal(status, 200, text)
    const { warnings, unknown } = JSON.parse(text).data as {
      warnings: { id: string; severity: string; evidence: Record<string, unknown> }[]
      unknown: string[]
    }
    return { found: warnings.filter(({ id }) => id === ID), unknown }
  }

  test('that a drainer or a mixer paid for is told from one that an exchange paid for', async () => {
    const drainer = await scanTokenPaidBy(INFERNO, 'f3')
    assert.deepEqual([drainer.found[0]?.severity, drainer.found[0]?.evidence.funder], ['high', INFERNO])
    const mixer = await scanTokenPaidBy(TORNADO, 'f4')
    assert.deepEqual([mixer.found[0]?.severity, mixer.found[0]?.evidence.funder], ['medium', TORNADO])
    const exchange = await scanTokenPaidBy(BINANCE, 'f5')
    assert.deepEqual(exchange.found, [])
    for (const { unknown } of [drainer, mixer, exchange]) assert.ok(!unknown.includes('creatorFunding'), unknown.join())
  })
})

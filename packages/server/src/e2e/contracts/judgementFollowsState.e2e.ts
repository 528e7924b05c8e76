import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Warning = { id: string; evidence: { level?: string; block?: string; findings?: string[] } }
type Answer = { riskLevel: string; blockNumber: string; riskFactors: Warning[] }
type Judged = { level: string; block: number; asked: number; findings: string[] }

const OWNER_ABI = parseAbi([
  'function setBlacklisted(address account, bool listed)',
  'function setSellTax(uint256 percent)',
  'function setTradingEnabled(bool enabled)',
  'function upgradeToAndCall(address next, bytes input)',
  'function changeAdmin(address next)',
])

// A kept judgement stands in for a new one only while the storage that it rests on is the same.
describe('a kept judgement', () => {
  const { actors, dex, traps, proxies } = sandboxWorld('ethereum')
  const http = createOperatorFetch()
  let service: ScanService
  let rpc: NodeRpc

  before(async () => {
    service = await startScanService('test', {}, { headReuseMs: 0, sandboxChains: ['ethereum'] })
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
  })
  after(async () => {
    await service.close()
    await http.close()
  })

  /** Asks by the wallet scan, which repeats the judgement of the code. */
  async function judgement(address: Address): Promise<Judged> {
    const { status, json } = await service.ask(`/v1/scan/wallet/${address}?chain=ethereum&deadlineMs=25000`)
    assert.equal(status, 200, JSON.stringify(json))
    const { riskFactors, blockNumber }: Answer = json.data
    const evidence = riskFactors.find(({ id }) => id === 'contract-scan-result')?.evidence
    assert.ok(evidence?.level, JSON.stringify(json))
    const { level, block, findings = [] } = evidence
    return { level, block: Number(block), asked: Number(blockNumber), findings }
  }

  async function send(from: Address, to: Address, data: Hex): Promise<void> {
    await rpc('anvil_setBalance', [from, '0xde0b6b3a7640000'])
    const hash = await rpc('eth_sendTransaction', [{ from, to, data }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: string }
    assert.equal(receipt.status, '0x1')
  }

  const ofOwner = (functionName: 'setBlacklisted' | 'setSellTax' | 'setTradingEnabled', args: readonly unknown[]) =>
    send(actors.rugTeam, traps.ruggable, encodeFunctionData({ abi: OWNER_ABI, functionName, args } as never))

  test('stands at the next block where nothing changed, and nothing is executed for it', async () => {
    const first = await judgement(traps.ruggable)
    assert.equal(first.block, first.asked)
    const callsBefore = await engineCalls()
    await rpc('evm_mine', [])
    const second = await judgement(traps.ruggable)
    assert.ok(second.asked > first.asked)
    assert.deepEqual([second.block, second.level], [first.block, first.level])
    const again = await engineCalls()
    assert.ok(again - callsBefore < 40, `${again - callsBefore} executions`)
  })

  const changes: Record<string, { apply(): Promise<void>; undo(): Promise<void> }> = {
    'blacklists the pool': {
      apply: () => ofOwner('setBlacklisted', [dex.pairs.ruggable, true]),
      undo: () => ofOwner('setBlacklisted', [dex.pairs.ruggable, false]),
    },
    'raises the tax': { apply: () => ofOwner('setSellTax', [100n]), undo: () => ofOwner('setSellTax', [0n]) },
    'stops trading': {
      apply: () => ofOwner('setTradingEnabled', [false]),
      undo: () => ofOwner('setTradingEnabled', [true]),
    },
  }
  for (const [name, { apply, undo }] of Object.entries(changes))
    test(`is made anew at the block in which the owner ${name}`, async () => {
      const before = await judgement(traps.ruggable)
      await apply()
      const after = await judgement(traps.ruggable)
      await undo()
      assert.equal(after.block, after.asked)
      assert.notDeepEqual([after.level, after.findings], [before.level, before.findings])
      assert.equal(after.level, 'critical')
      assert.equal((await judgement(traps.ruggable)).level, before.level)
    })

  const changesOfProxy: Record<string, { functionName: 'upgradeToAndCall' | 'changeAdmin'; args: readonly unknown[] }> =
    {
      'upgrades it': { functionName: 'upgradeToAndCall', args: [proxies.nextImplementation, '0x'] },
      'gives its power to another account': { functionName: 'changeAdmin', args: [actors.hacker] },
    }
  for (const [name, call] of Object.entries(changesOfProxy))
    test(`is made anew at the block in which the admin of a proxy ${name}`, async () => {
      await judgement(proxies.upgradeable)
      const admin = (await rpc('eth_getStorageAt', [proxies.upgradeable, ADMIN_SLOT, 'latest'])) as Hex
      await send(`0x${admin.slice(26)}`, proxies.upgradeable, encodeFunctionData({ abi: OWNER_ABI, ...call } as never))
      const after = await judgement(proxies.upgradeable)
      assert.equal(after.block, after.asked)
    })

  async function engineCalls(): Promise<number> {
    const { body } = await http.fetch({ url: `${service.url}/metrics`, deadlineMs: 5_000, maxBytes: 2 ** 20 })
    const lines = body.toString('utf8').split('\n')
    const line = lines.find((one) => one.startsWith('redoubt_engine_calls_total{environment="test"}'))
    assert.ok(line)
    return Number(line.split(' ').at(-1))
  }
})

const ADMIN_SLOT: Hex = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'

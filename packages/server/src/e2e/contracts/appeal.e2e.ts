import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem/utils'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ABI = parseAbi([
  'function setTradingEnabled(bool enabled)',
  'function changeAdmin(address next)',
  'function transferOwnership(address next)',
])
const ADMIN_SLOT = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'

describe('an appeal', () => {
  const { actors, traps, proxies } = sandboxWorld('ethereum')
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

  /** Of two days, which it keeps. */
  async function deployTimelock(): Promise<Address> {
    const { abi, bytecode } = readArtifact('StatedTimelock')
    const data = encodeDeployData({ abi, bytecode, args: [actors.spender, 172_800n, 172_800n] })
    const hash = await rpc('eth_sendTransaction', [{ from: actors.spender, data, gas: '0x4c4b40' }])
    await rpc('evm_mine', [])
    return ((await rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }).contractAddress
  }
  async function send(from: Address, to: Address, data: Hex): Promise<void> {
    await rpc('anvil_setBalance', [from, '0xde0b6b3a7640000'])
    const hash = await rpc('eth_sendTransaction', [{ from, to, data }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: string }
    assert.equal(receipt.status, '0x1')
  }

  async function scanned(address: Address, options: object = {}): Promise<string> {
    const body = { address, chain: 'ethereum', options: { deadlineMs: 30_000, ...options } }
    const { status, json } = await service.ask('/v1/scan/contract', body)
    assert.equal(status, 200, JSON.stringify(json))
    return json.meta.scanId ?? json.meta.requestId
  }

  async function appealed(entity: Address, requestId: string, claims: string[]) {
    const body = { entity, chain: 'ethereum', type: 'false_positive', appeal: { requestId, claims } }
    const { status, json } = await service.ask('/v1/feedback', body)
    assert.equal(status, 201, JSON.stringify(json))
    return json.data.appeal
  }

  const trading = (enabled: boolean) =>
    send(
      actors.rugTeam,
      traps.ruggable,
      encodeFunctionData({ abi: ABI, functionName: 'setTradingEnabled', args: [enabled] }),
    )

  test('shows the findings that are gone once sales work again, and keeps both scans', async () => {
    await trading(false)
    const disputed = await scanned(traps.ruggable, { witness: true })
    await trading(true)
    const appeal = await appealed(traps.ruggable, disputed, ['verified-source'])
    assert.equal(appeal.requestId, disputed)
    assert.ok(Number(appeal.after.blockNumber) > Number(appeal.before.blockNumber))
    assert.ok(appeal.gone.length > 0, JSON.stringify(appeal))
    assert.equal(appeal.sameRules, true)
    assert.deepEqual(
      appeal.claims.map(({ claim }: { claim: string }) => claim),
      ['verified-source'],
    )
    // The disputed scan had a verdict, so that the new one has one too.
    for (const id of [disputed, appeal.rejudgedAs])
      assert.equal((await service.ask(`/v1/scans/${id}/verdict`)).status, 200, id)
  })

  test('looks up whether power moved to a timelock', async () => {
    const disputed = await scanned(proxies.upgradeable)
    const unchanged = await appealed(proxies.upgradeable, disputed, ['timelock', 'role-change'])
    assert.deepEqual(
      unchanged.claims.map(({ holds }: { holds: boolean }) => holds),
      [false, false],
    )
    assert.deepEqual([unchanged.gone, unchanged.come, unchanged.changed], [[], [], []])
    const admin = (await rpc('eth_getStorageAt', [proxies.upgradeable, ADMIN_SLOT, 'latest'])) as Hex
    const timelock = await deployTimelock()
    const data = encodeFunctionData({ abi: ABI, functionName: 'changeAdmin', args: [timelock] })
    await send(`0x${admin.slice(26)}`, proxies.upgradeable, data)
    // The owner is a wallet still.
    const [first] = (await appealed(proxies.upgradeable, disputed, ['timelock'])).claims
    assert.deepEqual(first, { claim: 'timelock', holds: false, held: false })
    const owner = (await rpc('eth_call', [{ to: proxies.upgradeable, data: '0x8da5cb5b' }, 'latest'])) as Hex
    const given = encodeFunctionData({ abi: ABI, functionName: 'transferOwnership', args: [timelock] })
    await rpc('anvil_impersonateAccount', [`0x${owner.slice(26)}`])
    await send(`0x${owner.slice(26)}`, proxies.upgradeable, given)
    const { claims, before, after: now } = await appealed(proxies.upgradeable, disputed, ['timelock', 'role-change'])
    assert.deepEqual(claims, [
      { claim: 'timelock', holds: true, held: false },
      { claim: 'role-change', holds: true, held: null },
    ])
    assert.ok(now.riskScore <= before.riskScore, `${before.riskScore} → ${now.riskScore}`)
  })

  test('is refused for a scan that is not of the account, and for one of a site', async () => {
    const body = { entity: traps.ruggable, type: 'false_positive', appeal: { requestId: 'none' } }
    assert.equal((await service.ask('/v1/feedback', body)).status, 404)
    const disputed = await scanned(traps.ruggable)
    const other = { ...body, entity: proxies.upgradeable, appeal: { requestId: disputed } }
    assert.equal((await service.ask('/v1/feedback', other)).status, 400, 'another contract')
    const elsewhere = { ...body, chain: 'bsc', appeal: { requestId: disputed } }
    assert.equal((await service.ask('/v1/feedback', elsewhere)).status, 400, 'another network')
    const ofUrl = { ...body, entity: 'https://ruggable.example/', appeal: { requestId: disputed } }
    assert.equal((await service.ask('/v1/feedback', ofUrl)).status, 400, 'a site')
    const { json } = await service.ask('/v1/scan/url', { url: 'https://lantern-airdrop.test/' })
    const ofSite = { ...body, appeal: { requestId: json.meta.scanId ?? json.meta.requestId } }
    assert.equal((await service.ask('/v1/feedback', ofSite)).status, 400)
  })
})

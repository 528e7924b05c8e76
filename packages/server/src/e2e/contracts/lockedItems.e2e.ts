import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ABI = parseAbi(['function mint() payable', 'function mint(uint256 id) payable'])
const PRICE = '0xb1a2bc2ec50000'
/** The account that decides sends its own items all the while. */
const EXEMPT = ['KeyedItems', 'DatedItems6', 'PutOffEditions']
/** Bound by design, freed by any account or by a day of the code, which a key may only bring forward. */
const HONEST = ['SoonerItems', 'OpenableItems', 'BoundItems', 'SoonerEditions']

// Items that cannot be sent now: what counts is whether a private key decides when, and whether ever.
describe('items that their holders cannot send yet', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const placed = new Map<string, Address>()
  const mintOf = (name: string): Hex =>
    name.endsWith('Editions')
      ? encodeFunctionData({ abi: ABI, functionName: 'mint', args: [3n] })
      : encodeFunctionData({ abi: ABI, functionName: 'mint' })

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { spender, trader } = sandbox.world.actors
    for (const name of [...EXEMPT, 'PatientItems', ...HONEST]) {
      const { contractAddress: place } = await sent({ from: spender, data: initCodeOf(name, [spender]) })
      placed.set(name, place)
      await sent({ from: trader, to: place, data: mintOf(name), value: PRICE })
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function sent(call: Record<string, string>): Promise<{ contractAddress: Address }> {
    const hash = await sandbox.rpc('eth_sendTransaction', [{ ...call, gas: '0x2dc6c0' }])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as {
      contractAddress: Address
      status: Hex
    }
    assert.equal(receipt.status, '0x1')
    return receipt
  }

  const locks = async (name: string) => {
    const body = { chain: 'ethereum', address: placed.get(name), options: { deadlineMs: 25_000 } }
    const { json } = await service.ask('/v1/scan/contract', body)
    return (json.data.warnings as Finding[]).filter(({ id }) => id === 'transfer-kill-switch')
  }

  for (const name of EXEMPT)
    test(`${name}: a key that can leave them locked, and sends its own, is accused`, async () => {
      const [found] = await locks(name)
      assert.equal(found?.severity, 'high')
      assert.match(found?.description ?? '', /cannot (send their items now|do now).* the caller can send its own/)
    })

  test('PatientItems: a key that alone can free them is told', async () => {
    const [found] = await locks('PatientItems')
    assert.equal(found?.severity, 'medium')
    assert.match(found?.description ?? '', /holders can send their items, which they cannot do now, and not 400 days/)
  })

  for (const name of HONEST)
    test(`${name}: no key decides`, async () => {
      assert.deepEqual(await locks(name), [])
    })

  test('who mints an item that a key can leave locked is warned', async () => {
    const [from, to] = [sandbox.world.actors.collector, placed.get('KeyedItems')]
    const body = { chain: 'ethereum', from, to, value: BigInt(PRICE).toString(), data: mintOf('KeyedItems') }
    const { warnings } = await service.scan({ ...body, options: { deadlineMs: 25_000 } })
    assert.ok(warnings.some(({ id, severity }) => id === 'call-to-dangerous-contract' && severity === 'high'))
  })
})

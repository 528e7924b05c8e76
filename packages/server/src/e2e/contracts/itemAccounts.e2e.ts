import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ABI = parseAbi([
  'function mint()',
  'function setApprovalForAll(address to, bool on)',
  'function nameSigner(address signer, bool on)',
  'function list(uint256 id, address account, uint256 price)',
  'function buy(uint256 at) payable',
])
const PRICE = 2n * 10n ** 17n
/** Their items have the ids 1 to 4. */
const ACCOUNTS = ['LastingItemAccount', 'HelpedItemAccount6', 'OwnersItemAccount', 'OwnedItemAccount6'] as const
const HOSTILE: readonly string[] = ACCOUNTS.slice(0, 2)

// A buyer of an item with an account of its own pays for what the account holds: who else still spends from it?
describe('items that are sold with an account of their own', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let market: Address
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { spender, friend, trader } = sandbox.world.actors
    const act = (to: Address, data: Hex) => sent({ from: spender, to, data })
    const items = await deploy('AccountItems', [])
    market = await deploy('AccountMarket', [items])
    await act(items, encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [market, true] }))
    for (const [at, name] of ACCOUNTS.entries()) {
      const id = BigInt(at + 1)
      await act(items, encodeFunctionData({ abi: ABI, functionName: 'mint' }))
      const account = await deploy(name, [items, id])
      placed.set(name, account)
      await sent({ from: trader, to: account, value: numberToHex(PRICE) })
      if (!name.endsWith('6'))
        await act(account, encodeFunctionData({ abi: ABI, functionName: 'nameSigner', args: [friend, true] }))
      await act(market, encodeFunctionData({ abi: ABI, functionName: 'list', args: [id, account, PRICE] }))
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function sent(call: Record<string, string>): Promise<Address> {
    const hash = await sandbox.rpc('eth_sendTransaction', [{ ...call, gas: '0x1e8480' }])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as {
      contractAddress: Address
      status: Hex
    }
    assert.equal(receipt.status, '0x1')
    return receipt.contractAddress
  }

  async function deploy(name: string, args: readonly unknown[]): Promise<Address> {
    return sent({ from: sandbox.world.actors.spender, data: initCodeOf(name, args) })
  }

  for (const [at, name] of ACCOUNTS.entries()) {
    const isHostile = HOSTILE.includes(name)
    test(`${name}: a key of the time before the sale is ${isHostile ? '' : 'not '}told by the contract scan`, async () => {
      const body = { chain: 'ethereum', address: placed.get(name), options: { deadlineMs: 25_000 } }
      const { json } = await service.ask('/v1/scan/contract', body)
      const found = (json.data.warnings as Finding[]).filter(({ id }) => id === 'surviving-item-signer')
      assert.deepEqual(
        found.map(({ severity }) => severity),
        isHostile ? ['high'] : [],
      )
    })

    test(`${name}: its buyer is ${isHostile ? '' : 'not '}warned`, async () => {
      const data = encodeFunctionData({ abi: ABI, functionName: 'buy', args: [BigInt(at)] })
      const body = { chain: 'ethereum', from: sandbox.world.actors.trader, to: market, value: String(PRICE), data }
      const result = await service.scan({ ...body, options: { deadlineMs: 25_000 } })
      assert.equal(result.simulation?.success, true, result.simulation?.revertReason ?? '')
      const found = result.warnings.filter(({ id }) => id === 'call-to-dangerous-contract')
      assert.equal(found.length, isHostile ? 1 : 0)
      for (const { severity, description } of found) {
        assert.match(severity, /^(high|critical)$/)
        assert.match(description, /You get an item that has the account/)
      }
    })
  }
})

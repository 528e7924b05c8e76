import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, transfer } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const DOLLARS = 10_000n * 10n ** 6n
const ABI = parseAbi([
  'function claim()',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function transferFrom(address from, address to, uint256 amount)',
])

// Call data that reads like a payment by way of a multicall, for a contract that only takes what an old approval allows.
describe('a theft in the costume of a payment', () => {
  const thief: Address = '0x00000000000000000000000000000000000e7121'
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    // Whatever it is called with: transferFrom(caller, thief's purse, all that is approved).
    const take = `${String(0x23b872ddn << 224n)} 0 MSTORE CALLER 4 MSTORE ${actors.drainerCashOut} 0x24 MSTORE ${DOLLARS} 0x44 MSTORE 0 0 0x64 0 0 ${tokens.usdc} GAS CALL POP STOP`
    await sandbox.rpc('anvil_setCode', [thief, assemble(take)])
    await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(actors.fresh, DOLLARS) })
    await sandbox.send({ from: actors.fresh, to: tokens.usdc, data: approve(thief, DOLLARS) })
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = (data: Hex) => {
    const body = { chain: 'ethereum', from: sandbox.world.actors.fresh, to: thief, data, value: '0' }
    return service.scan({ ...body, options: { deadlineMs: 20_000 } })
  }

  test('is as bad as without it', async () => {
    const { actors, tokens } = sandbox.world
    const plain = await scan(encodeFunctionData({ abi: ABI, functionName: 'claim' }))
    assert.equal(plain.recommendation, 'BLOCK')
    const args = [actors.fresh, actors.drainerCashOut, DOLLARS] as const
    const callData = encodeFunctionData({ abi: ABI, functionName: 'transferFrom', args })
    const calls = [{ target: tokens.usdc, allowFailure: false, callData }]
    const dressed = await scan(encodeFunctionData({ abi: ABI, functionName: 'aggregate3', args: [calls] }))
    const found = dressed.warnings.map(({ id, severity }) => `${id}:${severity}`).join(', ')
    assert.ok(['BLOCK', 'CAUTION'].includes(dressed.recommendation), `${dressed.riskScore} ${found}`)
  })
})

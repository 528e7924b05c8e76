import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, keccak256, toHex } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const KEPT = 3_000n * 10n ** 6n
const PRICE = 2n * 10n ** 6n
/** The mapping of balances. */
const BALANCES = 0n

describe('a balance that a contract keeps for the sender, which goes by who began the transaction', () => {
  const purse: Address = '0x0000000000000000000000000000000000009a5e'
  const claim: Address = '0x00000000000000000000000000000000000c1a13'
  const thief: Address = '0x000000000000000000000000000000000007b1ef'
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    // spend(to, amount): balance[tx.origin] -= amount; token.transfer(to, amount).
    const transferWord = String(0xa9059cbbn << 224n)
    const record = `ORIGIN 0 MSTORE ${BALANCES} 32 MSTORE 64 0 KECCAK256`
    const spend = `${record} DUP1 SLOAD 32 CALLDATALOAD SWAP1 SUB SWAP1 SSTORE ${transferWord} 0 MSTORE 0 CALLDATALOAD 4 MSTORE 32 CALLDATALOAD 36 MSTORE 0 0 68 0 0 ${tokens.usdc} GAS CALL POP STOP`
    await sandbox.rpc('anvil_setCode', [purse, assemble(spend)])
    // Asks the purse to pay what the first word of the call says.
    const forward = `${thief} 0 MSTORE 0 CALLDATALOAD 32 MSTORE 0 0 64 0 0 ${purse} GAS CALL POP STOP`
    await sandbox.rpc('anvil_setCode', [claim, assemble(forward)])
    const place = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [actors.fresh, BALANCES]))
    await sandbox.rpc('anvil_setStorageAt', [purse, place, toHex(KEPT, { size: 32 })])
    await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(purse, 2n * KEPT) })
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = (amount: bigint) =>
    service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.fresh,
      to: claim,
      data: toHex(amount, { size: 32 }),
      options: { deadlineMs: 20_000 },
    })

  test('is the sender’s own: a call that spends all of it for another account is shown and warned of', async () => {
    const result = await scan(KEPT)
    const found = result.warnings.find(({ id }) => id === 'kept-balance-spent')
    assert.equal(found?.severity, 'high', JSON.stringify(result.warnings.map(({ id }) => id)))
    assert.equal(found?.evidence?.contract, purse)
    assert.match(result.explanation?.summary ?? '', /pays 3,000 USDC of what it keeps for you/)
    assert.equal(result.recommendation, 'CAUTION')
  })

  test('pays a small price without a warning', async () => {
    const { warnings } = await scan(PRICE)
    assert.ok(!warnings.some(({ id }) => id === 'kept-balance-spent'))
  })
})

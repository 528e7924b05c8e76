import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { numberToHex } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { word } from '../../evm/trade/trader.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const DOLLARS = 3_000n * 10n ** 6n
const DAY = 86_400
const at = (index: number): Address => `0x${(0xea110000 + index).toString(16).padStart(40, '0')}`
const selector = (digits: string) => `0x${digits}${'00'.repeat(28)}`

/** Seconds since the start, which is in slot 1. */
const AGE = '1 SLOAD TIMESTAMP SUB'
const every = (days: number) => `${days * DAY} ${AGE} DIV 1 ADD`
const OF_CALLER = 'CALLER'
const IN_MAPPING = 'CALLER 0 MSTORE 5 32 MSTORE 64 0 KECCAK256'

/** deposit(uint256) books units at a price, withdraw() pays them at the price of that moment. The token is in slot 2. */
const sale = (price: string, record = OF_CALLER) => `0 CALLDATALOAD 224 SHR
  DUP1 0xb6b55f25 EQ @deposit JUMPI DUP1 0x3ccfd60b EQ @withdraw JUMPI
  :no 0 0 REVERT
  :deposit ${selector('23b872dd')} 0 MSTORE CALLER 4 MSTORE ADDRESS 36 MSTORE 4 CALLDATALOAD 68 MSTORE
  0 0 100 0 0 2 SLOAD GAS CALL ISZERO @no JUMPI ${price} 4 CALLDATALOAD DIV ${record} SLOAD ADD ${record} SSTORE STOP
  :withdraw ${price} ${record} SLOAD MUL 0x80 MSTORE 0x80 MLOAD ISZERO @no JUMPI 0 ${record} SSTORE
  ${selector('a9059cbb')} 0 MSTORE CALLER 4 MSTORE 0x80 MLOAD 36 MSTORE 0 0 68 0 0 2 SLOAD GAS CALL ISZERO @no JUMPI STOP`

describe('a withdrawal that pays by the price of today', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const sales = {
    rises: sale(every(10)),
    risesDaily: sale(`${DAY} ${AGE} DIV 10 MUL 100 ADD`),
    risesInMapping: sale(every(10), IN_MAPPING),
    paysBack: sale('1'),
    paysBackInMapping: sale('1', IN_MAPPING),
    risesWithReserve: sale(every(10)),
  }
  type Name = keyof typeof sales
  const names = Object.keys(sales) as Name[]
  const addressOf = (name: Name) => at(names.indexOf(name))

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    const block = (await sandbox.rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
    const users = [actors.friend, actors.exchange]
    for (const user of [...users, actors.trader]) {
      await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(user, DOLLARS * 10n) })
      await sandbox.rpc('anvil_setBalance', [user, numberToHex(10n ** 20n)])
    }
    for (const name of names) {
      const to = addressOf(name)
      await sandbox.rpc('anvil_setCode', [to, assemble(sales[name])])
      await sandbox.rpc('anvil_setStorageAt', [to, `0x${word(1n)}`, `0x${word(BigInt(block.timestamp))}`])
      await sandbox.rpc('anvil_setStorageAt', [to, `0x${word(2n)}`, `0x${word(tokens.usdc)}`])
      for (const from of users) {
        await sandbox.send({ from, to: tokens.usdc, data: approve(to, UNLIMITED) })
        await sandbox.send({ from, to, data: `0xb6b55f25${word(DOLLARS)}` })
      }
      await sandbox.send({ from: actors.trader, to: tokens.usdc, data: approve(to, DOLLARS) })
    }
    const reserve = transfer(addressOf('risesWithReserve'), DOLLARS * 20n)
    await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: reserve })
    await sandbox.rpc('anvil_mine', [numberToHex(20), numberToHex(DAY + 60)])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (name: Name) => {
    const { warnings, simulation } = await service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      to: addressOf(name),
      value: '0',
      data: `0xb6b55f25${word(DOLLARS)}`,
      options: { deadlineMs: 25_000 },
    })
    assert.equal(simulation?.success, true, simulation?.revertReason ?? '')
    assert.ok(
      warnings.some(({ id }) => id === 'deposit-withdrawal'),
      JSON.stringify(warnings),
    )
    return warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
  }

  for (const name of ['rises', 'risesDaily', 'risesInMapping'] as const)
    test(`${name}: earlier depositors take what comes in later`, async () => {
      const found = await scan(name)
      assert.equal(found?.severity, 'high')
      assert.match(found?.description ?? '', /deposited earlier\) can take your deposit .* by withdraw\(\)/)
    })

  for (const name of ['paysBack', 'paysBackInMapping', 'risesWithReserve'] as const)
    test(`${name}: each gets what is due`, async () => {
      assert.equal(await scan(name), undefined)
    })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { numberToHex } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

/** Base units of USDC that a plan unlocks each second: about 17 dollars a day. */
const RATE = 200n
const CLAIM = '0x4e71d92d'
const WITHDRAW = '0x3ccfd60b'
const DAY = 86_400n

describe('a claim of what a plan has unlocked for the sender', () => {
  const ending: Address = '0x0000000000000000000000000000000000009e11'
  const lasting: Address = '0x0000000000000000000000000000000000009e12'
  const twoExits: Address = '0x0000000000000000000000000000000000009e13'
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens, headTimestamp } = sandbox.world
    const selector = String(0xa9059cbbn << 224n)
    const pay = `36 MSTORE ${selector} 0 MSTORE CALLER 4 MSTORE 0 0 68 0 0 ${tokens.usdc} GAS CALL POP STOP`
    // Slot 0: since when it was not claimed. Slot 1: whether the plan is over.
    const due = `0 SLOAD TIMESTAMP SUB ${RATE} MUL 1 SLOAD ISZERO MUL`
    const ends = `${due} ${pay.replace('36 MSTORE', '36 MSTORE 1 1 SSTORE')}`
    const lasts = `${due} ${pay.replace('36 MSTORE', '36 MSTORE TIMESTAMP 0 SSTORE')}`
    // claim() pays and ends the plan; withdraw() does so from day 300 on.
    const functions = `0 CALLDATALOAD 224 SHR DUP1 ${BigInt(CLAIM)} EQ @pay JUMPI DUP1 ${BigInt(WITHDRAW)} EQ @late JUMPI 0 0 REVERT`
    const chosen = `${functions} :late 0 SLOAD TIMESTAMP SUB ${300n * DAY} LT @pay JUMPI 0 0 REVERT :pay ${ends}`
    const begun = numberToHex(BigInt(headTimestamp) - 60n * DAY, { size: 32 })
    for (const [plan, code] of [
      [ending, ends],
      [lasting, lasts],
      [twoExits, chosen],
    ] as const) {
      await sandbox.rpc('anvil_setCode', [plan, assemble(code)])
      await sandbox.rpc('anvil_setStorageAt', [plan, numberToHex(0, { size: 32 }), begun])
      await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(plan, 20_000n * 10n ** 6n) })
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (to: Address) => {
    const from = sandbox.world.actors.trader
    const result = await service.scan({ chain: 'ethereum', from, to, data: CLAIM, options: { deadlineMs: 20_000 } })
    assert.ok(result.simulation?.success)
    return { result, found: result.warnings.find(({ id }) => id === 'claim-that-forfeits-the-rest') }
  }

  test('gives up the rest where the first claim ends the plan', async () => {
    const { result, found } = await scan(ending)
    assert.equal(found?.severity, 'high', JSON.stringify(result.warnings.map(({ id }) => id)))
    assert.match(
      found?.description ?? '',
      /USDC in all if you make this call now, and .* USDC if you first make it after 400 days/,
    )
    assert.ok(Number(found?.evidence?.laterUsd) > 5 * Number(found?.evidence?.nowUsd))
    assert.equal(result.recommendation, 'CAUTION')
  })
  test('is quiet where the plan goes on', async () => {
    const { found } = await scan(lasting)
    assert.equal(found, undefined)
  })
  test('is the sender’s choice where another function pays all of it later: medium', async () => {
    const { found } = await scan(twoExits)
    assert.equal(found?.severity, 'medium')
    assert.equal(found?.evidence?.otherFunction, WITHDRAW)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, swapNativeForTokens, transfer } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const DOLLARS = 45_000n * 10n ** 6n
const JUNK = 810_000n * 10n ** 18n
const word = (selector: bigint) => String(selector << 224n)

// A thief puts money into the pool of an own unsellable token, so that the token handed over for the loot has a price.
describe('a theft that is paid for with junk from a deep pool', () => {
  const bare: Address = '0x00000000000000000000000000000000000e7112'
  const masked: Address = '0x00000000000000000000000000000000000e7111'
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens, traps, dex } = sandbox.world
    const { fresh: victim, drainerCashOut: thief, honeypotTeam, marketMaker } = actors
    // transferFrom(caller, thief, dollars); then transfer(caller, junk).
    const take = `${word(0x23b872ddn)} 0 MSTORE CALLER 4 MSTORE ${thief} 0x24 MSTORE ${DOLLARS} 0x44 MSTORE 0 0 0x64 0 0 ${tokens.usdc} GAS CALL POP`
    const give = `${word(0xa9059cbbn)} 0 MSTORE CALLER 4 MSTORE ${JUNK} 0x24 MSTORE 0 0 0x44 0 0 ${traps.honeypot} GAS CALL POP`
    await sandbox.rpc('anvil_setCode', [bare, assemble(`${take} STOP`)])
    await sandbox.rpc('anvil_setCode', [masked, assemble(`${take} ${give} STOP`)])
    await sandbox.rpc('anvil_setBalance', [honeypotTeam, `0x${(1_000n * 10n ** 18n).toString(16)}`])
    await sandbox.send({ from: marketMaker, to: tokens.usdc, data: transfer(victim, DOLLARS) })
    for (const spender of [bare, masked])
      await sandbox.send({ from: victim, to: tokens.usdc, data: approve(spender, 2n ** 255n) })
    await sandbox.send({ from: honeypotTeam, to: traps.honeypot, data: transfer(masked, JUNK) })
    const path = [tokens.wrapped, traps.honeypot]
    const data = swapNativeForTokens(path, honeypotTeam)
    await sandbox.send({ from: honeypotTeam, to: dex.v2Router, data, value: 13n * 10n ** 18n })
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = (to: Address, data: Hex) =>
    service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.fresh,
      to,
      data,
      value: '0',
      options: { deadlineMs: 20_000 },
    })

  for (const [name, data] of [
    ['a claim', '0x4e71d92d'],
    ['an unknown function', '0x11223344'],
  ] as const)
    test(`${name}: the junk is shown at its pool's price, and makes nothing good`, async () => {
      const plain = await scan(bare, data)
      assert.equal(plain.recommendation, 'BLOCK')
      const result = await scan(masked, data)
      const junk = result.simulation?.balanceChanges.find(({ change }) => Number(change) === Number(JUNK / 10n ** 18n))
      assert.ok((junk?.changeUsd ?? 0) > 20_000, JSON.stringify(result.simulation?.balanceChanges))
      const found = result.warnings.map(({ id, severity }) => `${id}:${severity}`).join(', ')
      assert.ok(['BLOCK', 'CAUTION'].includes(result.recommendation), `${result.riskScore} ${found}`)
    })
})

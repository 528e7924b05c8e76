import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { KEY } from '../../evm/privileges/pulls/testing/guardedCode.ts'
import { BACK_ENDS, HAND, OPEN } from '../../evm/privileges/pulls/testing/obeyedCode.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, transfer } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const DOLLARS = 10_000n * 10n ** 6n
const ALLOWED = DOLLARS / 3n
const word = (address: Address) => `0x${address.slice(2).padStart(64, '0')}`
const at = (index: number): Address => `0x${(0xcd00_0000 + index).toString(16).padStart(40, '0')}`

describe('spenders that obey a contract', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const hands = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    const slot = (index: number) => `0x${String(index).padStart(64, '0')}`
    for (const [index, [name, source]] of Object.entries(BACK_ENDS).entries()) {
      const [hand, back] = [at(index * 2), at(index * 2 + 1)]
      hands.set(name, hand)
      await sandbox.rpc('anvil_setCode', [hand, assemble(HAND)])
      await sandbox.rpc('anvil_setStorageAt', [hand, slot(0), word(back)])
      await sandbox.rpc('anvil_setCode', [back, assemble(source)])
      await sandbox.rpc('anvil_setStorageAt', [back, slot(0), word(hand)])
      await sandbox.rpc('anvil_setStorageAt', [back, slot(1), word(KEY)])
    }
    await sandbox.rpc('anvil_setCode', [at(90), assemble(OPEN)])
    await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(actors.fresh, DOLLARS) })
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function verdicts(name: keyof typeof BACK_ENDS) {
    const hand = hands.get(name) as Address
    const { usdc } = sandbox.world.tokens
    const body = { chain: 'ethereum', from: sandbox.world.actors.fresh, to: usdc, data: approve(hand, ALLOWED) }
    const approval = await service.scan({ ...body, options: { deadlineMs: 30_000 } })
    const question = { chain: 'ethereum', address: hand, options: { deadlineMs: 25_000 } }
    const { json } = await service.ask('/v1/scan/contract', question)
    const named = (id: string) => approval.warnings.some((one) => one.id === id)
    return { approval: approval.recommendation, contract: json.data.recommendation, named }
  }

  test('a back-end that takes from its caller is no alarm', async () => {
    const { approval, contract, named } = await verdicts('takes from its caller')
    assert.ok(['PROCEED', 'REVIEW'].includes(approval), approval)
    assert.ok(['SAFE', 'CAUTION'].includes(contract), contract)
    assert.ok(!named('approval-to-drainer') && !named('approval-to-guarded-puller'))
  })

  test('a contract that makes any call for anyone is named, and approving it is alarmed', async () => {
    const question = { chain: 'ethereum', address: at(90), options: { deadlineMs: 25_000 } }
    const { json } = await service.ask('/v1/scan/contract', question)
    assert.ok(json.data.warnings.some(({ id }: { id: string }) => id === 'open-any-call-contract'))
    const { actors, tokens } = sandbox.world
    const body = { chain: 'ethereum', from: actors.fresh, to: tokens.usdc, data: approve(at(90), ALLOWED) }
    const { recommendation } = await service.scan({ ...body, options: { deadlineMs: 30_000 } })
    assert.ok(['CAUTION', 'BLOCK'].includes(recommendation), recommendation)
  })

  for (const name of ['takes from an account that its caller names', 'takes from an account that a key names'] as const)
    test(`a back-end that ${name} is told by both scans`, async () => {
      const { approval, contract, named } = await verdicts(name)
      assert.ok(['CAUTION', 'BLOCK'].includes(approval), approval)
      assert.ok(['AVOID', 'BLOCK'].includes(contract), contract)
      assert.ok(named('approval-to-drainer') || named('approval-to-guarded-puller'))
    })
})

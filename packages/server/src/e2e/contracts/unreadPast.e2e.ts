import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { changing } from '../../evm/rpc/testing/logProviders.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type ProxyRule, startTestProxy, type TestProxy } from '../../evm/simulation/testing/testChain.ts'
import { word, words } from '../../evm/trade/trader.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const VAULT: Address = '0x00000000000000000000000000000000000b21e1'
const DEPOSIT = '0xb6b55f25'
const SUM = units(3_000, 6)
/** Facts of a contract scan that its past belongs to. */
const PARTS = ['capabilities', 'deposits']
const selector = (digits: string) => `0x${digits}${'00'.repeat(28)}`

/** Keeps the sum of a depositor in the slot of its address; the token is in slot 2. No log, and no withdrawal by another account. */
const CODE = assemble(`0 CALLDATALOAD 224 SHR
  DUP1 ${DEPOSIT} EQ @deposit JUMPI DUP1 0x3ccfd60b EQ @withdraw JUMPI
  :no 0 0 REVERT
  :deposit ${selector('23b872dd')} 0 MSTORE CALLER 4 MSTORE ADDRESS 36 MSTORE 4 CALLDATALOAD 68 MSTORE
  0 0 100 0 0 2 SLOAD GAS CALL ISZERO @no JUMPI CALLER SLOAD 4 CALLDATALOAD ADD CALLER SSTORE STOP
  :withdraw CALLER SLOAD 0 CALLER SSTORE 0x80 MSTORE
  ${selector('a9059cbb')} 0 MSTORE CALLER 4 MSTORE 0x80 MLOAD 36 MSTORE 0 0 68 0 0 2 SLOAD GAS CALL ISZERO @no JUMPI STOP`)

const refusal = () => ({ error: { code: -32_603, message: 'internal error' } })
/** A node that tells neither logs nor the transactions of an account. */
const NO_PAST: ProxyRule = async (body, forward) => {
  const told = await changing('eth_getLogs', refusal)(body, forward)
  if (told === 'hang') return told
  return changing('ots_searchTransactionsBefore', refusal)(body, async () => told.answer)
}

// What a contract did is read from its logs, or from a list of its transactions: where both fail, nothing is known of it.
describe('the past of a vault', () => {
  let sandbox: OpenSandbox
  let proxy: TestProxy
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { trader } = sandbox.world.actors
    const { usdc } = sandbox.world.tokens
    await sandbox.rpc('anvil_setCode', [VAULT, CODE])
    await sandbox.rpc('anvil_setStorageAt', [VAULT, `0x${word(2n)}`, `0x${word(usdc)}`])
    await sandbox.send({ from: trader, to: usdc, data: approve(VAULT, 2n ** 256n - 1n) })
    await sandbox.send({ from: trader, to: VAULT, data: words(DEPOSIT, SUM) })
    proxy = await startTestProxy(sandbox.url)
  })
  after(async () => {
    await proxy?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  /** Both scans by a new service: what one has read, it keeps. */
  async function scans(rule: ProxyRule | null) {
    service = await startScanService('live', { ETHEREUM_RPC_URLS: proxy.url, SOURCIFY_URL: 'off' })
    try {
      proxy.rule = rule
      const options = { deadlineMs: 20_000 }
      const { json } = await service.ask('/v1/scan/contract', { chain: 'ethereum', address: VAULT, options })
      const contract = json.data as {
        riskScore: number
        complete: boolean
        unknown: string[]
        warnings: { id: string; description: string }[]
      }
      const transaction = await service.scan({
        chain: 'ethereum',
        from: sandbox.world.actors.trader,
        to: VAULT,
        value: '0',
        data: words(DEPOSIT, SUM),
        options,
      })
      return { contract, transaction }
    } finally {
      proxy.rule = null
      await service.close()
    }
  }

  test('is known where the node tells it: nothing is incomplete for it', async () => {
    const { contract, transaction } = await scans(null)
    assert.equal(contract.complete, true)
    assert.deepEqual(
      contract.unknown.filter((name) => PARTS.includes(name)),
      [],
    )
    assert.ok(!transaction.unknown?.includes('claims'), transaction.unknown?.join())
  })

  test('is unknown where the node fails: nothing is called safe or complete', async () => {
    const { contract, transaction } = await scans(NO_PAST)
    assert.equal(contract.complete, false)
    for (const name of PARTS) assert.ok(contract.unknown.includes(name), contract.unknown.join())
    assert.ok(contract.riskScore >= 40, String(contract.riskScore))
    const gap = contract.warnings.find(({ id }) => id === 'incomplete-analysis')
    assert.match(gap?.description ?? '', /past payments by the contract/)
    assert.ok(transaction.unknown?.includes('claims'), transaction.unknown?.join())
    assert.notEqual(transaction.recommendation, 'PROCEED')
  })
})

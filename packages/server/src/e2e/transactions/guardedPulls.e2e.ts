import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { HONEST, HOSTILE, KEY, LOGIC, REGISTRY, SELECTOR } from '../../evm/privileges/pulls/testing/guardedCode.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, transfer } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const DOLLARS = 10_000n * 10n ** 6n
/** A third of what the account holds: the amount alone is no alarm. */
const ALLOWED = DOLLARS / 3n
/** Makes a smart account act (execTransactionFromModule), once `guard` lets it. */
const moduleGuardedBy = (guard: string) =>
  `0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @run JUMPI :no 0 0 REVERT
  :run ${guard} EQ ISZERO @no JUMPI 0x468721a7${'00'.repeat(28)} 0 MSTORE 36 CALLDATALOAD 4 MSTORE 100 CALLDATALOAD 36 MSTORE
  0 0 132 0 0 4 CALLDATALOAD GAS CALL ISZERO @no JUMPI STOP`
const MODULES = {
  'a module that a key runs': moduleGuardedBy('CALLER 0 SLOAD'),
  'a module that the account itself calls': moduleGuardedBy('4 CALLDATALOAD CALLER'),
}

describe('spenders that pull behind a guard', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const addressOf = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    const key = `0x${KEY.slice(2).padStart(64, '0')}`
    for (const [index, [name, source]] of Object.entries({ ...HOSTILE, ...HONEST, ...MODULES }).entries()) {
      const address: Address = `0x${(0xce00_0000 + index).toString(16).padStart(40, '0')}`
      addressOf.set(name, address)
      await sandbox.rpc('anvil_setCode', [address, assemble(source)])
      await sandbox.rpc('anvil_setStorageAt', [address, `0x${'0'.repeat(64)}`, key])
      const logic = `0x${LOGIC.slice(2).padStart(64, '0')}`
      await sandbox.rpc('anvil_setStorageAt', [address, `0x${'7'.padStart(64, '0')}`, logic])
    }
    await sandbox.rpc('anvil_setCode', [REGISTRY, assemble('0 SLOAD 0 MSTORE 32 0 RETURN')])
    await sandbox.rpc('anvil_setCode', [LOGIC, assemble('STOP')])
    await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(actors.fresh, DOLLARS) })
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function scan(name: string) {
    const spender = addressOf.get(name) as Address
    const data: Hex = approve(spender, ALLOWED)
    const body = { chain: 'ethereum', from: sandbox.world.actors.fresh, to: sandbox.world.tokens.usdc, data }
    const result = await service.scan({ ...body, options: { deadlineMs: 30_000 } })
    const found = result.warnings.find(({ id }) => id === 'approval-to-guarded-puller')
    const said = `${result.recommendation} ${result.riskScore}: ${result.warnings.map(({ id, severity }) => `${id} ${severity}`).join(', ')}`
    return { result, found, said }
  }

  async function isNamed(name: string, finding: string): Promise<boolean> {
    const body = { chain: 'ethereum', address: addressOf.get(name), options: { deadlineMs: 25_000 } }
    const { json } = await service.ask('/v1/scan/contract', body)
    return json.data.warnings.some(({ id }: { id: string }) => id === finding)
  }

  for (const name of Object.keys(HOSTILE))
    test(`guarded by ${name}`, async () => {
      const { result, said } = await scan(name)
      assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), said)
    })

  test('a contract scan names the pull, and none of an honest spender', async () => {
    assert.equal(await isNamed(Object.keys(HOSTILE)[0] ?? '', 'guarded-approval-pull'), true)
    assert.equal(await isNamed(Object.keys(HONEST)[0] ?? '', 'guarded-approval-pull'), false)
  })

  test('a contract scan names a module that a key runs, and none that the account itself calls', async () => {
    const [byKey = '', byAccount = ''] = Object.keys(MODULES)
    assert.equal(await isNamed(byKey, 'entrusted-right-under-key'), true)
    assert.equal(await isNamed(byAccount, 'entrusted-right-under-key'), false)
  })

  for (const name of Object.keys(HONEST))
    test(`honest: ${name}`, async () => {
      const { result, found, said } = await scan(name)
      assert.ok(found === undefined || found.severity === 'medium', said)
      assert.ok(!['CAUTION', 'BLOCK'].includes(result.recommendation), said)
    })
})

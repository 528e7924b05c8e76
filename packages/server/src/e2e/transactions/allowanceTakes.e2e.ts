import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { word, words } from '../../evm/trade/trader.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const at = (index: number): Address => `0x${(0xa110a0000 + index).toString(16).padStart(40, '0')}`
const key: Address = `0x${'5be4de'.repeat(6)}1234`
const selector = (digits: string) => `0x${digits}${'00'.repeat(28)}`
const MAX = 2n ** 256n - 1n
const SUM = units(3_000, 6)

/** Keeps the sum of a depositor in the slot of its address; the token is in slot 2. */
const VAULT = `0 CALLDATALOAD 224 SHR
  DUP1 0xb6b55f25 EQ @deposit JUMPI DUP1 0x3ccfd60b EQ @withdraw JUMPI
  :no 0 0 REVERT
  :deposit ${selector('23b872dd')} 0 MSTORE CALLER 4 MSTORE ADDRESS 36 MSTORE 4 CALLDATALOAD 68 MSTORE
  0 0 100 0 0 2 SLOAD GAS CALL ISZERO @no JUMPI CALLER SLOAD 4 CALLDATALOAD ADD CALLER SSTORE STOP
  :withdraw CALLER SLOAD 0 CALLER SSTORE 0x80 MSTORE
  ${selector('a9059cbb')} 0 MSTORE CALLER 4 MSTORE 0x80 MLOAD 36 MSTORE 0 0 68 0 0 2 SLOAD GAS CALL ISZERO @no JUMPI STOP`

/** pull(address token, address from, address to, uint256): takes from the account that `from` pushes. */
const puller = (from: string, guard = '') => `0 CALLDATALOAD 224 SHR DUP1 0x7b1a4909 EQ @pull JUMPI
  :no 0 0 REVERT
  :pull ${guard} ${selector('23b872dd')} 0 MSTORE ${from} 4 MSTORE 68 CALLDATALOAD 36 MSTORE 100 CALLDATALOAD 68 MSTORE
  0 0 100 0 0 4 CALLDATALOAD GAS CALL ISZERO @no JUMPI STOP`
const ONLY = (account: Address) => `CALLER ${account} EQ ISZERO @no JUMPI`

// What a contract keeps for its users is also theirs who it has allowed to spend it: the allowance itself is used.
describe('allowances that a contract gave over its deposits', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const vaults = {
    ofKey: at(0),
    ofKeyRevoked: at(1),
    ofKeySmall: at(2),
    ofOpenPuller: at(3),
    ofKeyedPuller: at(4),
    ofOwnPuller: at(5),
    ofVaultPuller: at(6),
  }
  type Name = keyof typeof vaults
  const pullers: Partial<Record<Name, string>> = {
    ofOpenPuller: puller('36 CALLDATALOAD'),
    ofKeyedPuller: puller('36 CALLDATALOAD', ONLY(key)),
    ofOwnPuller: puller('CALLER'),
    ofVaultPuller: puller('36 CALLDATALOAD', ONLY(vaults.ofVaultPuller)),
  }

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { trader } = sandbox.world.actors
    const { usdc } = sandbox.world.tokens
    for (const [name, vault] of Object.entries(vaults) as [Name, Address][]) {
      const code = pullers[name]
      const spender = code === undefined ? key : at(100 + Object.keys(vaults).indexOf(name))
      if (code !== undefined) await sandbox.rpc('anvil_setCode', [spender, assemble(code)])
      await sandbox.rpc('anvil_setCode', [vault, assemble(VAULT)])
      await sandbox.rpc('anvil_setStorageAt', [vault, `0x${word(2n)}`, `0x${word(usdc)}`])
      await sandbox.rpc('anvil_setBalance', [vault, '0xde0b6b3a7640000'])
      await sandbox.send({ from: vault, to: usdc, data: approve(spender, name === 'ofKeySmall' ? units(5, 6) : MAX) })
      if (name === 'ofKeyRevoked') await sandbox.send({ from: vault, to: usdc, data: approve(spender, 0n) })
      await sandbox.send({ from: trader, to: usdc, data: approve(vault, MAX) })
    }
    // The contract scan repeats what a user did.
    for (const to of [vaults.ofKey, vaults.ofKeyRevoked])
      await sandbox.send({ from: trader, to, data: words('0xb6b55f25', SUM) })
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
      to: vaults[name],
      value: '0',
      data: words('0xb6b55f25', SUM),
      options: { deadlineMs: 20_000 },
    })
    assert.equal(simulation?.success, true, simulation?.revertReason ?? '')
    assert.ok(
      warnings.some(({ id }) => id === 'deposit-withdrawal'),
      JSON.stringify(warnings),
    )
    return warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
  }

  for (const [name, said] of [
    ['ofKey', /spender of an allowance that the contract gave\) can take your deposit of 3,000 USDC by transferFrom/],
    ['ofOpenPuller', /Any account can take your deposit of 3,000 USDC by/],
    ['ofKeyedPuller', /key of a contract that has an allowance of this one\) can take your deposit of 3,000 USDC by/],
  ] as const)
    test(`${name}: the allowance takes the deposit`, async () => {
      const found = await scan(name)
      assert.equal(found?.severity, 'high')
      assert.match(found?.description ?? '', said)
      assert.equal(found?.evidence.allowance, String(MAX))
      assert.equal(found?.evidence.token, sandbox.world.tokens.usdc)
    })

  for (const name of ['ofKeyRevoked', 'ofKeySmall', 'ofOwnPuller', 'ofVaultPuller'] as const)
    test(`${name}: nothing is told of it`, async () => {
      assert.equal(await scan(name), undefined)
    })

  test('the contract scan tells the same of the deposit that it tries', async () => {
    const found = async (name: Name) => {
      const { json } = await service.ask('/v1/scan/contract', { chain: 'ethereum', address: vaults[name] })
      return json.data.warnings.find(({ id }: { id: string }) => id === 'unsafe-user-deposits')
    }
    assert.equal((await found('ofKey'))?.evidence.allowance, String(MAX))
    assert.equal(await found('ofKeyRevoked'), undefined)
  })
})

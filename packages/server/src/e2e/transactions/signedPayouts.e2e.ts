import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { concatHex, keccak256, numberToHex } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, transfer } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const SIGNED: Address = '0x00000000000000000000000000000000000b21f1'
const KEYED: Address = '0x00000000000000000000000000000000000b21f2'
const DOLLAR = 10n ** 6n
/** deposit(address,uint256). */
const LOCK: Hex = '0x47e7ef24'
const PAYOUT: Hex = '0x9a70c0de'
const GUARD: Hex = keccak256('0x6a')
const word = (value: bigint | Hex): Hex => numberToHex(BigInt(value), { size: 32 })

/** deposit(token, amount) takes tokens and says so; payout(r, to, s, amount, v) pays where `check` lets it. */
const bridge = (token: Address, check: string) =>
  assemble(`0 CALLDATALOAD 0xe0 SHR DUP1 ${LOCK} EQ @lock JUMPI ${PAYOUT} EQ @pay JUMPI :no 0 0 REVERT
    :lock 0x23b872dd 0xe0 SHL 0 MSTORE CALLER 4 MSTORE ADDRESS 36 MSTORE 36 CALLDATALOAD 68 MSTORE
    0 0 100 0 0 ${token} GAS CALL ISZERO @no JUMPI 0 0 LOG0 STOP
    :pay ${check} 0xa9059cbb 0xe0 SHL 0 MSTORE 36 CALLDATALOAD 4 MSTORE 100 CALLDATALOAD 36 MSTORE
    0 0 68 0 0 ${token} GAS CALL ISZERO @no JUMPI 0 0 LOG0 STOP`)
/** A guard, whose account is marked in storage, signed the hash of receiver and amount. */
const BY_SIGNATURE = `36 CALLDATALOAD 0 MSTORE 100 CALLDATALOAD 32 MSTORE 64 0 KECCAK256 0 MSTORE
  132 CALLDATALOAD 32 MSTORE 4 CALLDATALOAD 64 MSTORE 68 CALLDATALOAD 96 MSTORE
  32 128 128 0 1 GAS STATICCALL POP 128 MLOAD SLOAD ISZERO @no JUMPI`

// What is locked here comes out on another network: nothing comes back, and what the bridge does with it is shown by its past alone.
describe('a bridge that pays out', () => {
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    const paid = concatHex([word(actors.friend), word(5n * DOLLAR)])
    const { r, s, yParity = 0 } = await sign({ hash: keccak256(paid), privateKey: GUARD, to: 'object' })
    const data = concatHex([PAYOUT, r, word(actors.friend), s, word(5n * DOLLAR), word(27n + BigInt(yParity))])
    const byKey = `CALLER ${actors.marketMaker} EQ ISZERO @no JUMPI`
    for (const [contract, check] of [
      [SIGNED, BY_SIGNATURE],
      [KEYED, byKey],
    ] as const) {
      await sandbox.rpc('anvil_setCode', [contract, bridge(tokens.usdc, check)])
      await sandbox.rpc('anvil_setStorageAt', [contract, word(privateKeyToAddress(GUARD)), word(1n)])
      await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(contract, 20_000n * DOLLAR) })
      await sandbox.send({ from: actors.marketMaker, to: contract, data })
      await sandbox.send({ from: actors.trader, to: tokens.usdc, data: approve(contract, 1_000n * DOLLAR) })
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const lock = (to: Address) =>
    service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      to,
      data: concatHex([LOCK, word(sandbox.world.tokens.usdc), word(1_000n * DOLLAR)]),
      options: { deadlineMs: 20_000 },
    })

  test('what others signed, and nothing else, may pay the depositor, too: it is not known', async () => {
    const { recommendation, warnings, unknown } = await lock(SIGNED)
    const seen = JSON.stringify(warnings.map(({ id }) => id))
    assert.ok(unknown?.includes('claims'), seen)
    assert.notEqual(recommendation, 'PROCEED')
  })

  test('at one key’s call is known: no withdrawal pays, and the key can take it', async () => {
    const { warnings, unknown } = await lock(KEYED)
    assert.ok(!unknown?.includes('claims'))
    assert.ok(warnings.some(({ id, severity }) => id === 'deposit-without-withdrawal' && severity === 'high'))
  })
})

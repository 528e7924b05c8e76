import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, keccak256, parseAbiParameters, toHex } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const OPEN: Address = '0x00000000000000000000000000000000000b21d9'
const PROVED: Address = '0x00000000000000000000000000000000000b21da'
const REWARDS: Address = '0x00000000000000000000000000000000000b21db'
const SURPLUS: Address = '0x00000000000000000000000000000000000b21dc'
const DOLLAR = 10n ** 6n
/** Of the contract with a surplus, in slot 1: what it owes. */
const OWED = 1_000n * DOLLAR
const PAYOUT = 0x50617930

/** The root of all messages, which each of them has to name. */
const ROOT = keccak256('0x01')
/** payout(token, to, amount, root): pays what it keeps, where `check` does not end the call; says so in a log. */
const payer = (check: string, amount = '68 CALLDATALOAD') =>
  assemble(
    `0 CALLDATALOAD 0xe0 SHR ${PAYOUT} EQ @pay JUMPI 0 0 REVERT
     :pay 0 SLOAD 100 CALLDATALOAD XOR @no JUMPI ${check} 0xa9059cbb 0xe0 SHL 0 MSTORE 36 CALLDATALOAD 4 MSTORE ${amount} 36 MSTORE
     0 0 68 0 0 4 CALLDATALOAD GAS CALL ISZERO @no JUMPI 0 0 LOG0 STOP :no 0 0 REVERT`,
  )
/** The hash of the message must be marked in storage. */
const MARKED = '128 4 0 CALLDATACOPY 128 0 KECCAK256 SLOAD ISZERO @no JUMPI'

describe('a payment that a contract once made', () => {
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    const message = encodeAbiParameters(parseAbiParameters('address, address, uint256, bytes32'), [
      tokens.usdc,
      actors.friend,
      150n * DOLLAR,
      ROOT,
    ])
    await sandbox.rpc('anvil_setCode', [OPEN, payer('')])
    await sandbox.rpc('anvil_setCode', [PROVED, payer(MARKED)])
    // Whatever the call says, a dollar.
    await sandbox.rpc('anvil_setCode', [REWARDS, payer('', String(DOLLAR))])
    await sandbox.rpc('anvil_setStorageAt', [PROVED, keccak256(message), toHex(1n, { size: 32 })])
    // What is above the sum in slot 1, asked of the token: balanceOf(this).
    const above = `0x70a08231 0xe0 SHL 128 MSTORE ADDRESS 132 MSTORE 32 128 36 128 4 CALLDATALOAD GAS STATICCALL POP 1 SLOAD 128 MLOAD SUB`
    await sandbox.rpc('anvil_setCode', [SURPLUS, payer(`${above} ISZERO @no JUMPI`, above)])
    await sandbox.rpc('anvil_setStorageAt', [SURPLUS, toHex(1n, { size: 32 }), toHex(OWED, { size: 32 })])
    for (const contract of [OPEN, PROVED, REWARDS, SURPLUS]) {
      await sandbox.rpc('anvil_setStorageAt', [contract, toHex(0n, { size: 32 }), ROOT])
      await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(contract, 20_000n * DOLLAR) })
      const data = `0x${PAYOUT.toString(16)}${message.slice(2)}` as Hex
      await sandbox.send({ from: actors.marketMaker, to: contract, data })
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function seized(address: Address): Promise<string | undefined> {
    const body = { address, chain: 'ethereum', options: { deadlineMs: 30_000 } }
    const { json } = await service.ask('/v1/scan/contract', body)
    const warnings = json.data.warnings as { id: string; severity: string; description: string }[]
    return warnings.find(({ id }) => id === 'withdrawal-of-user-deposits')?.severity
  }

  test('is made for another receiver, too, who takes all that it has: critical', async () => {
    assert.equal(await seized(OPEN), 'critical')
  })

  test('is made for the message that was marked alone', async () => {
    assert.equal(await seized(PROVED), undefined)
  })

  test('is a reward of a fixed amount for any account', async () => {
    assert.equal(await seized(REWARDS), undefined)
  })

  test('is a surplus above all that it owes, for any account', async () => {
    assert.equal(await seized(SURPLUS), undefined)
  })
})

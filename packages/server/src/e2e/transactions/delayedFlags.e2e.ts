import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ETHER = 10n ** 18n
const DETECTOR = 'front-runnable-outcome'
const FLAG: Address = `0x${'deadf1a9'.padStart(40, '0')}`
const CLAIM = '0x4e71d92d'
const REFUND = '0 0 0 0 CALLVALUE CALLER GAS CALL STOP'
const word = (selector: bigint) => String(selector << 224n)
const at = (index: number): Address => `0x${(0xf1a90000 + index).toString(16).padStart(40, '0')}`

// The contract pays the coins back during a scan, and keeps them once any account has set the flag.
describe('a flag that is not in the storage of the contract that is called', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { tokens, dex } = sandbox.world
    const ask = (token: Address, holder: string) =>
      `${word(0x70a08231n)} 0 MSTORE ${holder} 4 MSTORE 32 0 36 0 ${token} GAS STATICCALL POP 0 MLOAD`
    const keepsIf = (condition: string) => `${condition} @keep JUMPI ${REFUND} :keep STOP`
    const secret = keccak256(`0x${'42'.repeat(32)}`)
    const sources: Record<string, string> = {
      balance: keepsIf(`${FLAG} BALANCE`),
      'balance of an account that is called too': keepsIf(`0 0 0 0 0 ${FLAG} GAS CALL POP ${FLAG} BALANCE`),
      code: keepsIf(`${FLAG} EXTCODESIZE`),
      'own balance': keepsIf('CALLVALUE SELFBALANCE SUB'),
      'tokens of a third account': keepsIf(ask(tokens.usdc, FLAG)),
      'own tokens': keepsIf(ask(tokens.usdc, 'ADDRESS')),
      secret: `0 CALLDATALOAD 224 SHR 0xabcdef01 EQ @arm JUMPI ${keepsIf('0 SLOAD')} :arm 4 CALLDATALOAD 0 MSTORE 32 0 KECCAK256 ${secret} EQ @ok JUMPI 0 0 REVERT :ok 1 0 SSTORE STOP`,
      // Honest: pays on half to each of two, as far as there is anything.
      splitter: `0 0 0 0 2 SELFBALANCE SUB ${FLAG} GAS CALL POP STOP`,
      // Honest: takes coins for as long as there is room.
      presale: `${1_000n * ETHER} SELFBALANCE GT @full JUMPI CALLVALUE CALLER SSTORE STOP :full 0 0 REVERT`,
      // Honest: coins become wrapped ones of the caller's.
      depositor: `0 0 0 0 CALLVALUE ${tokens.wrapped} GAS CALL POP ${word(0xa9059cbbn)} 0 MSTORE CALLER 4 MSTORE CALLVALUE 36 MSTORE 0 0 68 0 0 ${tokens.wrapped} GAS CALL POP STOP`,
      // Honest: tells what a pool holds, and pays back.
      'reads a pool': `${ask(tokens.wrapped, dex.v2Router)} POP ${ask(tokens.wrapped, 'ADDRESS')} POP ${REFUND}`,
    }
    for (const [index, [name, source]] of Object.entries(sources).entries()) {
      placed.set(name, at(index))
      await sandbox.rpc('anvil_setCode', [at(index), assemble(source)])
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (name: string) => {
    const result = await service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      to: placed.get(name),
      value: String(ETHER),
      data: CLAIM,
      options: { deadlineMs: 20_000 },
    })
    assert.equal(result.simulation?.success, true, result.simulation?.revertReason ?? '')
    return { result, found: result.warnings.filter(({ id }) => id === DETECTOR) }
  }

  for (const [name, severity] of [
    ['balance', 'high'],
    ['balance of an account that is called too', 'high'],
    ['code', 'high'],
    ['own balance', 'high'],
    ['tokens of a third account', 'high'],
    ['own tokens', 'high'],
    ['secret', 'medium'],
  ] as const)
    test(`${name}: ${severity}`, async () => {
      const { result, found } = await scan(name)
      assert.equal(found[0]?.severity, severity, JSON.stringify(result.simulation?.validity))
      assert.notEqual(result.recommendation, 'PROCEED')
    })

  for (const name of ['splitter', 'presale', 'depositor', 'reads a pool'])
    test(`honest: ${name}`, async () => {
      const { found } = await scan(name)
      assert.deepEqual(found, [])
    })

  test('what decides is named, with what to read again', async () => {
    const { result } = await scan('balance')
    const [open] = result.simulation?.validity?.openAccounts ?? []
    assert.equal(open?.account.toLowerCase(), FLAG)
    assert.deepEqual([open?.reads, open?.value, open?.flip.value, open?.writer], ['balance', '0', '1', 'anyone'])
    const { result: tokens } = await scan('tokens of a third account')
    const [slot] = tokens.simulation?.validity?.openSlots ?? []
    assert.equal(slot?.role, `balance of ${FLAG}`)
    assert.equal(slot?.executed?.account, 'anyone')
  })
})

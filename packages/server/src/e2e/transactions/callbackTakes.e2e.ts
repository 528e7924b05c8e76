import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { word } from '../../evm/trade/trader.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ETHER = 10n ** 18n
const DEPOSIT = '0xd0e30db0'
const at = (index: number): Address => `0x${(0xca110000 + index).toString(16).padStart(40, '0')}`

const IF_FREE = '0 SLOAD @no JUMPI'
const PAY_OUT = '0 0 0 0 CALLER SLOAD CALLER GAS CALL ISZERO @no JUMPI'
const EMPTY = '0 CALLER SSTORE'

const CREDIT = 'CALLER SLOAD CALLVALUE ADD CALLER SSTORE'

type Parts = { deposit?: string; withdraw?: string; move?: string; loan?: string; topUp?: string }

/**
 * A depositor's sum is in the slot of its address, a lock in slot 0. withdraw() pays it out, 0x10f0000f moves it to the account of the first
 * argument, 0x70b0ff00 is a second deposit(), and 0xf1a50000 lends its caller as many coins as the first argument says, and calls it back.
 */
const bank = ({
  deposit = '',
  withdraw = `${PAY_OUT} ${EMPTY}`,
  move = '0 0 REVERT',
  loan = '0 0 REVERT',
  topUp = '0 0 REVERT',
}: Parts) => `
  0 CALLDATALOAD 224 SHR
  DUP1 ${DEPOSIT} EQ @deposit JUMPI DUP1 0x3ccfd60b EQ @withdraw JUMPI DUP1 0x10f0000f EQ @move JUMPI DUP1 0xf1a50000 EQ @loan JUMPI DUP1 0x70b0ff00 EQ @topUp JUMPI
  :no 0 0 REVERT
  :deposit ${deposit} ${CREDIT} STOP
  :withdraw ${withdraw} STOP
  :move ${move} STOP
  :topUp ${topUp} STOP
  :loan ${loan} STOP`

const BOOKED_FIRST = `CALLER SLOAD ${EMPTY} 0 SWAP1 0 SWAP1 0 SWAP1 0 SWAP1 CALLER GAS CALL ISZERO @no JUMPI`
const LOCKED = `${IF_FREE} 1 0 SSTORE ${PAY_OUT} ${EMPTY} 0 0 SSTORE`
const TO = `0x${'ff'.repeat(20)} 4 CALLDATALOAD AND`
const MOVE = `36 CALLDATALOAD CALLER SLOAD LT @no JUMPI 36 CALLDATALOAD CALLER SLOAD SUB CALLER SSTORE
  36 CALLDATALOAD ${TO} SLOAD ADD ${TO} SSTORE`
/** The balance before, which has to be there again after the call-back. */
const LOAN = `${IF_FREE} 1 0 SSTORE SELFBALANCE 0x0fab0001${'00'.repeat(28)} 0 MSTORE
  0 0 4 0 4 CALLDATALOAD CALLER GAS CALL ISZERO @no JUMPI SELFBALANCE LT @no JUMPI 0 0 SSTORE`

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const selector = (digits: string) => `0x${digits}${'00'.repeat(28)}`
const PLACE = '0 MSTORE 2 32 MSTORE 64 0 KECCAK256 DUP1 SLOAD'
const move = (from: string, to: string, sum: string, hook: string) => `
  ${from} ${PLACE} ${sum} DUP2 LT @no JUMPI ${sum} SWAP1 SUB SWAP1 SSTORE ${to} ${PLACE} ${sum} ADD SWAP1 SSTORE
  ${sum} 0 MSTORE ${to} ${from} ${TRANSFER} 32 0 LOG3 ${hook} 1 0 MSTORE 32 0 RETURN`
/** Balances are in mapping 2. `hook`: what a transfer does before it ends. */
const token = (hook: (to: string) => string) => `0 CALLDATALOAD 224 SHR
  DUP1 0x70a08231 EQ @balance JUMPI DUP1 0xa9059cbb EQ @transfer JUMPI DUP1 0x23b872dd EQ @from JUMPI DUP1 0x095ea7b3 EQ @yes JUMPI
  :no 0 0 REVERT
  :balance 4 CALLDATALOAD ${PLACE} 0 MSTORE 32 0 RETURN
  :transfer ${move('CALLER', '4 CALLDATALOAD', '36 CALLDATALOAD', hook('4 CALLDATALOAD'))}
  :from ${move('4 CALLDATALOAD', '36 CALLDATALOAD', '68 CALLDATALOAD', hook('36 CALLDATALOAD'))}
  :yes 1 0 MSTORE 32 0 RETURN`
/** onTokenTransfer(address,uint256,bytes) of ERC-677. */
const CALLS_RECIPIENT = (to: string) => `${selector('a4c0ed36')} 0 MSTORE 0 0 4 0 0 ${to} GAS CALL POP`

const PAY_TOKENS = (sum: string) =>
  `${selector('a9059cbb')} 0 MSTORE CALLER 4 MSTORE ${sum} 36 MSTORE 0 0 68 0 0 2 SLOAD GAS CALL ISZERO @no JUMPI`
/** Like the bank, for the token in slot 2. */
const vault = (withdraw: string) => `0 CALLDATALOAD 224 SHR
  DUP1 0xb6b55f25 EQ @deposit JUMPI DUP1 0x3ccfd60b EQ @withdraw JUMPI
  :no 0 0 REVERT
  :deposit ${selector('23b872dd')} 0 MSTORE CALLER 4 MSTORE ADDRESS 36 MSTORE 4 CALLDATALOAD 68 MSTORE
  0 0 100 0 0 2 SLOAD GAS CALL ISZERO @no JUMPI CALLER SLOAD 4 CALLDATALOAD ADD CALLER SSTORE STOP
  :withdraw ${withdraw} STOP`
const TOKENS_FIRST = `${PAY_TOKENS('CALLER SLOAD')} ${EMPTY}`
const BOOK_FIRST = `CALLER SLOAD ${EMPTY} 0x80 MSTORE ${PAY_TOKENS('0x80 MLOAD')}`

// The contract is in the middle of something while it calls another one: what else can be called then decides.
describe('deposits that a contract takes while it is called back', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const banks = {
    lendsWithOpenDeposit: bank({ withdraw: BOOKED_FIRST, loan: LOAN }),
    lendsWithLockedDeposit: bank({ deposit: IF_FREE, withdraw: BOOKED_FIRST, loan: LOAN }),
    lendsWithOpenTopUp: bank({ deposit: IF_FREE, withdraw: BOOKED_FIRST, loan: LOAN, topUp: CREDIT }),
    lendsWithLockedTopUp: bank({ deposit: IF_FREE, withdraw: BOOKED_FIRST, loan: LOAN, topUp: `${IF_FREE} ${CREDIT}` }),
    paysBeforeItBooks: bank({}),
    booksBeforeItPays: bank({ withdraw: BOOKED_FIRST }),
    paysWithLittleGas: bank({ withdraw: `0 0 0 0 CALLER SLOAD CALLER 0 CALL ISZERO @no JUMPI ${EMPTY}` }),
    movesWhileItPays: bank({ withdraw: LOCKED, move: MOVE }),
    locksMovesToo: bank({ withdraw: LOCKED, move: `${IF_FREE} ${MOVE}` }),
  }
  type Name = keyof typeof banks
  const tokens = { hooked: at(20), plain: at(21) }
  const vaults = { ofHooked: at(22), ofPlain: at(23), ofHookedBooksFirst: at(24) }
  const addressOf = (name: Name) => at(Object.keys(banks).indexOf(name))

  before(async () => {
    sandbox = await openSandbox('ethereum')
    for (const [name, source] of Object.entries(banks))
      await sandbox.rpc('anvil_setCode', [addressOf(name as Name), assemble(source)])
    for (const [address, hook] of [
      [tokens.hooked, CALLS_RECIPIENT],
      [tokens.plain, () => ''],
    ] as const) {
      await sandbox.rpc('anvil_setCode', [address, assemble(token(hook))])
      const place = keccak256(`0x${word(sandbox.world.actors.trader)}${word(2n)}`)
      await sandbox.rpc('anvil_setStorageAt', [address, place, `0x${word(3n * ETHER)}`])
    }
    for (const [address, withdraw, of] of [
      [vaults.ofHooked, TOKENS_FIRST, tokens.hooked],
      [vaults.ofPlain, TOKENS_FIRST, tokens.plain],
      [vaults.ofHookedBooksFirst, BOOK_FIRST, tokens.hooked],
    ] as const) {
      await sandbox.rpc('anvil_setCode', [address, assemble(vault(withdraw))])
      await sandbox.rpc('anvil_setStorageAt', [address, `0x${word(2n)}`, `0x${word(of)}`])
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = (name: Name) => scanned({ to: addressOf(name), value: String(ETHER), data: DEPOSIT })
  const ofVault = (to: Address) => scanned({ to, value: '0', data: `0xb6b55f25${word(ETHER)}` })
  const scanned = async (call: { to: Address; value: string; data: string }) => {
    const { warnings, simulation } = await service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      ...call,
      options: { deadlineMs: 20_000 },
    })
    assert.equal(simulation?.success, true, simulation?.revertReason ?? '')
    assert.ok(
      warnings.some(({ id }) => id === 'deposit-withdrawal'),
      JSON.stringify(warnings),
    )
    return warnings.filter(({ id }) => id === 'owner-withdrawal-of-deposits')
  }

  for (const [name, calls] of [
    ['lendsWithOpenDeposit', '0xf1a50000 with deposit() in its callback and then withdraw()'],
    ['lendsWithOpenTopUp', '0xf1a50000 with 0x70b0ff00 in its callback and then withdraw()'],
    ['paysBeforeItBooks', 'withdraw() with withdraw() in its callback'],
    ['movesWhileItPays', 'withdraw() with 0x10f0000f in its callback and then withdraw()'],
  ] as const)
    test(`${name}: any contract can take what others deposited`, async () => {
      const [found] = await scan(name)
      assert.equal(found?.severity, 'high')
      assert.match(found?.description ?? '', /Any contract can take 1 ETH of all deposits, yours included/)
      assert.ok(found?.description.includes(calls), found?.description)
      assert.equal(found?.evidence.taken, String(ETHER))
    })

  for (const name of [
    'lendsWithLockedDeposit',
    'lendsWithLockedTopUp',
    'booksBeforeItPays',
    'paysWithLittleGas',
    'locksMovesToo',
  ] as const)
    test(`${name}: the call-back takes nothing`, async () => {
      assert.deepEqual(await scan(name), [])
    })

  test('a token that calls its recipient lets one withdraw again before the withdrawal is booked', async () => {
    const [found] = await ofVault(vaults.ofHooked)
    assert.match(found?.description ?? '', /by withdraw\(\) with withdraw\(\) in its callback/)
  })

  test('the same vault of a plain token, and one that books first, are told nothing of', async () => {
    assert.deepEqual(await ofVault(vaults.ofPlain), [])
    assert.deepEqual(await ofVault(vaults.ofHookedBooksFirst), [])
  })

  test('the contract scan tells the same of the deposit that it tries', async () => {
    const warningsOf = async (name: Name) =>
      (await service.ask('/v1/scan/contract', { chain: 'ethereum', address: addressOf(name) })).json.data.warnings
    const found = (await warningsOf('paysBeforeItBooks')).find(
      ({ id }: { id: string }) => id === 'unsafe-user-deposits',
    )
    assert.match(found?.description ?? '', /Any contract can take/)
    assert.ok(!(await warningsOf('booksBeforeItPays')).some(({ id }: { id: string }) => id === 'unsafe-user-deposits'))
  })
})

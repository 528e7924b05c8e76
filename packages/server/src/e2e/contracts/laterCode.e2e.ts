import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils'
import { assemble, deployer } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { newHead, ON_SANDBOX } from '../../testing/newHead.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Answer = { recommendation: string; warnings: Finding[] }

const SAVINGS = parseAbi(['function deposit(uint256 amount)'])
const [PULL, PAY, ASK] = ['0x23b872dd', '0xa9059cbb', '0x70a08231'].map((selector) => selector.padEnd(66, '0'))
const HOUSE: Address = `0x${'45'.repeat(20)}`
const DAY = 86_400

const to = (selector: string, label: string) => `DUP1 ${selector} EQ @${label} JUMPI`
const [DEPOSIT, WITHDRAW, REDEEM, CONCLUDE] = ['deposit(uint256)', 'withdraw(uint256)', 'redeem()', 'conclude()'].map(
  (signature) => toFunctionSelector(signature),
) as [Hex, Hex, Hex, Hex]

/** Savings in a token: what each account has is kept in the slot of its address. */
const savings = (token: Address, functions: string) =>
  assemble(`0 CALLDATALOAD 224 SHR ${functions}
    :fail 0 0 REVERT
    :put ${PULL} 0 MSTORE CALLER 4 MSTORE ADDRESS 36 MSTORE 4 CALLDATALOAD 68 MSTORE
    0 0 100 0 0 ${token} GAS CALL ISZERO @fail JUMPI 4 CALLDATALOAD CALLER SLOAD ADD CALLER SSTORE STOP
    :take 4 CALLDATALOAD CALLER SLOAD LT @fail JUMPI 4 CALLDATALOAD CALLER SLOAD SUB CALLER SSTORE
    4 CALLDATALOAD CALLER @pay JUMP
    :all CALLER SLOAD 0 CALLER SSTORE CALLER @pay JUMP
    :own ${HOUSE} CALLER EQ ISZERO @fail JUMPI
    :end ${ASK} 0 MSTORE ADDRESS 4 MSTORE 32 0 36 0 ${token} GAS STATICCALL POP 0 MLOAD ${HOUSE}
    :pay ${PAY} 0 MSTORE 4 MSTORE 36 MSTORE 0 0 68 0 0 ${token} GAS CALL ISZERO @fail JUMPI STOP`)

/** A proxy without an admin, whose second code runs once the clock has passed a value. */
const phased = (first: Address, second: Address, clock: 'TIMESTAMP' | 'NUMBER', from: bigint) =>
  assemble(`CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0
    ${from} ${clock} LT @now JUMPI ${second} @run JUMP
    :now ${first}
    :run GAS DELEGATECALL RETURNDATASIZE 0 0 RETURNDATACOPY @ok JUMPI RETURNDATASIZE 0 REVERT
    :ok RETURNDATASIZE 0 RETURN`)

/** Savings whose withdrawals pay what one of two contracts answers, the second once the clock has passed a value. */
const ruled = (token: Address, first: Address, second: Address, from: bigint) =>
  savings(
    token,
    `${to(DEPOSIT, 'put')} ${to(WITHDRAW, 'asked')} @fail JUMP
    :asked 4 CALLDATALOAD CALLER SLOAD LT @fail JUMPI 4 CALLDATALOAD CALLER SLOAD SUB CALLER SSTORE
    4 CALLDATALOAD 0 MSTORE 32 0 32 0 ${from} TIMESTAMP LT @one JUMPI ${second} @ask JUMP
    :one ${first}
    :ask GAS STATICCALL ISZERO @fail JUMPI 0 MLOAD CALLER @pay JUMP`,
  )
/** Answers the amount that it is asked about, or nothing. */
const RULES = { all: '0 CALLDATALOAD 0 MSTORE 32 0 RETURN', none: '32 0 RETURN' }

const NOW = [to(DEPOSIT, 'put'), to(WITHDRAW, 'take')]

describe('code that a proxy comes to run by itself', () => {
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' }, ON_SANDBOX)
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function create(code: Hex): Promise<Address> {
    const sent = { from: sandbox.world.actors.spender, data: deployer(code), gas: '0x4c4b40' }
    const hash = await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    return receipt.contractAddress
  }

  const seen = ({ recommendation, warnings }: Answer) =>
    `${recommendation} ${warnings.map(({ id, severity }) => `${id}:${severity}`)}`

  async function clockIn(days: number, clock: 'TIMESTAMP' | 'NUMBER'): Promise<bigint> {
    const head = (await sandbox.rpc('eth_getBlockByNumber', ['latest', false])) as Record<'number' | 'timestamp', Hex>
    const seconds = BigInt(days * DAY)
    return clock === 'NUMBER' ? BigInt(head.number) + seconds / 12n : BigInt(head.timestamp) + seconds
  }

  /** Both scans of savings whose second code has these functions, from so many days on. */
  async function scans(second: readonly string[], days: number, clock: 'TIMESTAMP' | 'NUMBER') {
    const { tokens } = sandbox.world
    const start = await clockIn(days, clock)
    const codes = [
      await create(savings(tokens.usdc, NOW.join(' '))),
      await create(savings(tokens.usdc, second.join(' '))),
    ]
    return scansOf(await create(phased(codes[0] as Address, codes[1] as Address, clock, start)))
  }

  async function scansOf(address: Address) {
    const { actors, tokens } = sandbox.world
    const from = actors.trader
    const data = encodeFunctionData({ abi: SAVINGS, functionName: 'deposit', args: [units(700, 6)] })
    await sandbox.send({ from, to: tokens.usdc, data: approve(address, units(1_000_000, 6)) })
    await sandbox.send({ from, to: address, data })
    await newHead()
    const ask = async (path: string, body: object): Promise<Answer> => {
      const options = { deadlineMs: 20_000 }
      const { status, json } = await service.ask(path, { chain: 'ethereum', ...body, options })
      assert.equal(status, 200, JSON.stringify(json))
      return json.data as Answer
    }
    return {
      deposit: await ask('/v1/scan/transaction', { from, to: address, data, value: '0' }),
      contract: await ask('/v1/scan/contract', { address }),
    }
  }

  const HOSTILE = {
    'any account sends everything to the house': [to(WITHDRAW, 'take'), to(CONCLUDE, 'end')],
    'the house takes everything, and nothing is withdrawn': [to(CONCLUDE, 'own')],
  }
  for (const [what, second] of Object.entries(HOSTILE))
    for (const clock of ['TIMESTAMP', 'NUMBER'] as const)
      test(`${what}, 20 days from now by ${clock}: both scans tell when`, async () => {
        const { deposit, contract } = await scans(second, 20, clock)
        const own = deposit.warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
        assert.equal(own?.severity, 'high', seen(deposit))
        assert.match(own.description, /20 days from now, when other code runs in its place by itself/)
        const found = contract.warnings.find(({ id }) => id === 'unsafe-user-deposits')
        assert.equal(found?.severity, 'high', seen(contract))
      })

  const HONEST = {
    'closed for deposits, open for withdrawals': [to(WITHDRAW, 'take')],
    'the same code again': NOW,
    'a withdrawal of another name': [to(REDEEM, 'all')],
  }
  for (const [what, second] of Object.entries(HONEST))
    test(`${what}, 50 days from now: quiet`, async () => {
      const { deposit, contract } = await scans(second, 50, 'TIMESTAMP')
      assert.equal(deposit.recommendation, 'PROCEED', seen(deposit))
      const told = contract.warnings.filter(({ severity }) => severity !== 'info').map(({ id }) => id)
      assert.deepEqual(told, ['very-new-contract'], seen(contract))
    })

  for (const [what, rule] of Object.entries(RULES))
    test(`other rules by which withdrawals pay ${what}, 70 days from now: ${what === 'all' ? 'quiet' : 'withdrawals close'}`, async () => {
      const rules = [await create(assemble(RULES.all)), await create(assemble(rule))] as [Address, Address]
      const address = await create(ruled(sandbox.world.tokens.usdc, ...rules, await clockIn(70, 'TIMESTAMP')))
      const { deposit } = await scansOf(address)
      const closing = deposit.warnings.find(({ id }) => id === 'closing-withdrawal')
      if (rule === RULES.all) assert.equal(deposit.recommendation, 'PROCEED', seen(deposit))
      else assert.match(closing?.description ?? seen(deposit), /70 days/)
      assert.ok(!deposit.warnings.some(({ id }) => id === 'owner-withdrawal-of-deposits'), seen(deposit))
    })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeDeployData, encodeFunctionData, parseAbi, parseEther, toFunctionSelector } from 'viem/utils'
import { callDataOf, initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { assemble, deployer } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Answer = {
  riskScore: number
  riskLevel: string
  recommendation: string
  unknown: string[]
  warnings: Finding[]
}

const POT = parseAbi(['function deposit(uint256 amount)'])
const OTHERS = parseAbi([
  'function stake() payable',
  'function deposit(uint256 assets, address receiver) returns (uint256)',
  'function subscribe(uint256 months) payable',
])
const ZERO: Address = `0x${'0'.repeat(40)}`
const CREDITING = parseAbi(['function depositFor(address from, uint256 amount, address to)'])
/** Selectors of transferFrom and transfer, at the begin of a word. */
const [PULL, PAY] = ['0x23b872dd', '0xa9059cbb'].map((selector) => selector.padEnd(66, '0'))
/** Credits `to` with tokens that it pulls of the account that the call names, or, in the honest twin, of its caller. */
const crediting = (token: Address, payer: '4 CALLDATALOAD' | 'CALLER'): Hex =>
  deployer(
    assemble(`0 CALLDATALOAD 224 SHR
      DUP1 ${toFunctionSelector('depositFor(address,uint256,address)')} EQ @put JUMPI
      DUP1 ${toFunctionSelector('withdraw(uint256)')} EQ @take JUMPI
      :fail 0 0 REVERT
      :put ${PULL} 0 MSTORE ${payer} 4 MSTORE ADDRESS 36 MSTORE 36 CALLDATALOAD 68 MSTORE
      0 0 100 0 0 ${token} GAS CALL ISZERO @fail JUMPI
      36 CALLDATALOAD 68 CALLDATALOAD SLOAD ADD 68 CALLDATALOAD SSTORE STOP
      :take 4 CALLDATALOAD CALLER SLOAD LT @fail JUMPI 4 CALLDATALOAD CALLER SLOAD SUB CALLER SSTORE
      ${PAY} 0 MSTORE CALLER 4 MSTORE 4 CALLDATALOAD 36 MSTORE
      0 0 68 0 0 ${token} GAS CALL ISZERO @fail JUMPI STOP`),
  )
const LOUD = /^(high|critical)$/
const TAKES = 1
const SENDS = 2
const ALLOWS = 3
const HONEST = {
  'no privilege': 0,
  'a rescue of other tokens': 4,
  'an investment from which withdrawals are paid': 5,
  'fees of its own': 6,
  'a week’s notice': 9,
  'a helper that was named a week before': 11,
  'a list that holds its own strategy alone': 14,
  'a fee of four per cent at most': 16,
}
/** Honest ones whose keeper moves what is deposited, or fees of it; withdrawals are still paid. */
const MOVING_ASSETS = [5, 6, 14]
/** The keeper takes by lists, by two calls, by a helper that another call hands everything, after a date, and by a new entry of a list. */
const BY_TRANSACTION_SCAN = [
  ['lists of accounts', 7, /0x98e500b4|payOut/],
  ['an amount that it announces', 8, /and then settle\(\)/],
  ['a helper of its choice', 10, /name\(address\) and then/],
  ['a sweep after a date', 12, /(0x|sweep).*, 30 days from now and not before/],
  ['a new entry of a list', 13, /and then/],
] as const

// Both scans ask the same: what can a depositor take back, and after which calls of the keeper nothing? No getter names the token.
describe('deposits that an owner can withdraw', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let world: SandboxWorld
  let authorization: string
  const pots: Address[] = []

  before(async () => {
    sandbox = await openSandbox('ethereum')
    world = sandbox.world
    const { trader } = world.actors
    const { usdc } = world.tokens
    for (let mode = 0; mode <= 16; mode++) {
      pots[mode] = await deploy('TokenPot', [BigInt(mode), world.actors.spender, usdc])
      await sandbox.send({ from: trader, to: usdc, data: approve(pots[mode] as Address, units(1_000_000, 6)) })
      // Deposits of others, as far as one account can stand for them.
      await sandbox.send({ from: trader, to: pots[mode] as Address, data: deposit(700) })
    }
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
    const { accounts, keys } = service.app.store
    const { id: accountId } = await accounts.create({ name: 'scores', plan: 'enterprise' })
    const scopes = ['risk:read' as const, 'scan:read' as const]
    authorization = `Bearer ${(await keys.create({ accountId, name: 'scores', scopes, environment: 'live' })).token}`
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(name: ArtifactName, args: unknown[]): Promise<Address> {
    const { abi, bytecode } = readArtifact(name)
    return create(encodeDeployData({ abi, bytecode, args }))
  }
  async function create(data: Hex): Promise<Address> {
    const sent = { from: world.actors.spender, data, gas: '0x4c4b40' }
    const hash = await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    return receipt.contractAddress
  }

  function deposit(amount: number): Hex {
    return encodeFunctionData({ abi: POT, functionName: 'deposit', args: [units(amount, 6)] })
  }

  async function ask(path: string, body?: object): Promise<Answer> {
    const { status, json } = await service.ask(path, body, { authorization })
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as Answer
  }
  const scan = (path: string, body: object) =>
    ask(path, { chain: 'ethereum', ...body, options: { deadlineMs: 20_000 } })
  /** By contract scan, and the same by the score. */
  async function judge(address: Address): Promise<Answer> {
    const contract = await scan('/v1/scan/contract', { address })
    const score = await ask(`/v1/risk/score/${address}?chain=ethereum&deadlineMs=20000`)
    assert.deepEqual([score.riskScore, score.riskLevel], [contract.riskScore, contract.riskLevel], seen(contract))
    return contract
  }
  const scanDeposit = (mode: number) =>
    scan('/v1/scan/transaction', { from: world.actors.trader, to: pots[mode], data: deposit(500), value: '0' })
  const scanContract = (mode: number) => judge(pots[mode] as Address)
  const seen = ({ riskScore, recommendation, warnings, unknown }: Answer) =>
    `${riskScore} ${recommendation} ${warnings.map(({ id, severity }) => `${id}:${severity}`)}; unknown: ${unknown}`

  for (const [name, mode, call] of [
    ['an amount', TAKES, /takeProfit|0x/],
    ['an amount for any account', SENDS, /rebalance/],
  ] as const)
    test(`${name}: found by both scans`, async () => {
      const [transaction, contract] = [await scanDeposit(mode), await scanContract(mode)]
      const own = transaction.warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
      assert.equal(own?.severity, 'high', seen(transaction))
      assert.match(own.description, call)
      assert.equal(transaction.recommendation, 'CAUTION', seen(transaction))
      const found = contract.warnings.find(({ id }) => id === 'withdrawal-of-user-deposits')
      assert.equal(found?.severity, 'high', seen(contract))
      assert.equal(contract.recommendation, 'AVOID', seen(contract))
    })

  test('an allowance, which its spender then uses: found by both scans', async () => {
    const [transaction, contract] = [await scanDeposit(ALLOWS), await scanContract(ALLOWS)]
    const own = transaction.warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
    assert.equal(own?.severity, 'high', seen(transaction))
    const found = contract.warnings.find(({ id }) => id === 'withdrawal-of-user-deposits')
    assert.equal(found?.severity, 'high', seen(contract))
  })

  for (const [name, mode, call] of BY_TRANSACTION_SCAN)
    test(`${name}: found before the deposit`, async () => {
      const transaction = await scanDeposit(mode)
      const own = transaction.warnings.find(({ id }) => id === 'owner-withdrawal-of-deposits')
      assert.equal(own?.severity, 'high', seen(transaction))
      assert.match(own.description, call)
    })

  test('a fee of a pool that may be all: found by both scans', async () => {
    const [transaction, contract] = [await scanDeposit(15), await scanContract(15)]
    const stopped = transaction.warnings.filter(({ severity }) => LOUD.test(severity)).map(({ id }) => id)
    assert.ok(
      stopped.some((id) => id === 'withdrawal-kill-switch' || id === 'owner-withdrawal-of-deposits'),
      seen(transaction),
    )
    assert.equal(contract.recommendation, 'AVOID', seen(contract))
  })

  for (const [name, mode] of Object.entries(HONEST))
    test(`${name}: quiet in both scans`, async () => {
      const [transaction, contract] = [await scanDeposit(mode), await scanContract(mode)]
      assert.equal(transaction.recommendation, 'PROCEED', seen(transaction))
      assert.ok(!transaction.warnings.some(({ id }) => id === 'owner-withdrawal-of-deposits'), seen(transaction))
      // Deployed minutes ago, which is for review by itself.
      const told = contract.warnings.filter(({ severity }) => severity !== 'info').map(({ id }) => id)
      assert.deepEqual(told, ['very-new-contract'], seen(contract))
      const isTold = contract.warnings.some(({ id }) => id === 'withdrawal-of-contract-assets')
      assert.equal(isTold, MOVING_ASSETS.includes(mode), seen(contract))
    })

  /** Without a user so far: the entry is made up from the code. */
  const unused: Record<string, { contract: ArtifactName; args: () => unknown[]; data: () => Hex; loud: boolean }> = {
    'coins whose withdrawal one key closes': {
      contract: 'DepositDesk',
      args: () => [5n, world.actors.spender, ZERO],
      data: () => encodeFunctionData({ abi: OTHERS, functionName: 'stake' }),
      loud: true,
    },
    'shares that redeem for nothing': {
      contract: 'HollowVault',
      args: () => [world.tokens.usdc],
      data: () =>
        encodeFunctionData({ abi: OTHERS, functionName: 'deposit', args: [500_000_000n, world.actors.trader] }),
      loud: true,
    },
    'coins with a lock of a week': {
      contract: 'DepositDesk',
      args: () => [1n, world.actors.spender, ZERO],
      data: () => encodeFunctionData({ abi: OTHERS, functionName: 'stake' }),
      loud: false,
    },
    'a shop with auctions and a name registry': {
      contract: 'SalesDesk',
      args: () => [world.actors.spender],
      data: () => encodeFunctionData({ abi: OTHERS, functionName: 'subscribe', args: [3n] }),
      loud: false,
    },
  }
  for (const [name, { contract: made, args, data, loud }] of Object.entries(unused))
    test(`${name}: ${loud ? 'high' : 'not high'} by contract scan, score and deposit`, async () => {
      const to = await deploy(made, args())
      const { trader } = world.actors
      await sandbox.send({ from: trader, to: world.tokens.usdc, data: approve(to, units(1_000_000, 6)) })
      // The head is read at most once a second.
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      const contract = await judge(to)
      const value = String(made === 'DepositDesk' ? parseEther('2') : made === 'SalesDesk' ? parseEther('0.01') : 0n)
      const deposit = await scan('/v1/scan/transaction', { from: trader, to, data: data(), value })
      for (const answer of [contract, deposit]) assert.equal(LOUD.test(answer.riskLevel), loud, seen(answer))
      assert.equal(
        contract.warnings.some(({ id }) => id === 'unsafe-user-deposits'),
        loud,
        seen(contract),
      )
    })

  for (const [name, contract, args, loud] of [
    ['may be three quarters above the present one', 'RisingPart', [], true],
    ['may be a quarter above the present one', 'SteppedPrice', [250n, 1000n], true],
    ['may be more than the present one up to a limit', 'CappedPart', [], false],
    ['may rise by half a percent, up to five', 'SteppedPrice', [5n, 50n], false],
    ['may be twice the present one, once in ninety days', 'SlowPart', [], false],
  ] as const)
    test(`a fee of withdrawals that ${name}: ${loud ? 'told with the calls that raise it' : 'quiet'}`, async () => {
      const { trader } = world.actors
      const to = await create(initCodeOf(contract, [world.tokens.usdc, ...args]))
      await sandbox.send({ from: trader, to: world.tokens.usdc, data: approve(to, units(1_000_000, 6)) })
      const entry = contract === 'SteppedPrice' ? 'enter' : 'save'
      const data = callDataOf(contract, entry, [units(500, 6)])
      await sandbox.send({ from: trader, to, data })
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      const deposit = await scan('/v1/scan/transaction', { from: trader, to, data, value: '0' })
      const found = deposit.warnings.find(({ id }) => id === 'withdrawal-kill-switch')
      assert.equal(found?.severity, loud ? 'high' : undefined, seen(deposit))
      if (loud) assert.match(found?.description ?? '', /called \d times with a larger number each time/)
      assert.equal(deposit.recommendation, loud ? 'CAUTION' : 'PROCEED', seen(deposit))
    })

  for (const [name, payer, loud] of [
    ['of an account that the call names', '4 CALLDATALOAD', true],
    ['of the caller', 'CALLER', false],
  ] as const)
    test(`a deposit ${name} for another account is ${loud ? 'critical: any caller takes what is approved' : 'quiet'}`, async () => {
      const { trader } = world.actors
      const to = await create(crediting(world.tokens.usdc, payer))
      await sandbox.send({ from: trader, to: world.tokens.usdc, data: approve(to, units(1_000, 6)) })
      const args = [trader, units(40, 6), trader] as const
      const data = encodeFunctionData({ abi: CREDITING, functionName: 'depositFor', args })
      await sandbox.send({ from: trader, to, data })
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      const contract = await judge(to)
      assert.equal(contract.riskLevel === 'critical', loud, seen(contract))
      const found = contract.warnings.find(({ id }) => id === 'unsafe-user-deposits')
      assert.equal(found?.evidence.finding, loud ? 'deposit-by-any-caller' : undefined, seen(contract))
      assert.equal(found?.evidence.repeated, loud ? true : undefined)
    })
})

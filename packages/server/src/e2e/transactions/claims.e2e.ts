import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeDeployData, encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Answer = { riskScore: number; recommendation: string; unknown: string[]; warnings: Finding[] }

const ZERO: Address = '0x0000000000000000000000000000000000000000'
const DESK = parseAbi([
  'function stake() payable',
  'function stakeTokens(uint256 amount)',
  'function unstake(uint256 amount)',
])
const VAULT = parseAbi(['function deposit(uint256 assets, address receiver) returns (uint256)'])
const SALES = parseAbi([
  'function buy(uint256 item) payable',
  'function subscribe(uint256 months) payable',
  'function register(string name, uint256 duration) payable',
  'function renew(string name, uint256 duration) payable',
  'function enter() payable',
  'function bid() payable',
  'function openEscrow(address seller) payable returns (uint256 id)',
])
const STAKE = encodeFunctionData({ abi: DESK, functionName: 'stake' })
const OPEN = 0
const LOCKED = 1
const NO_EXIT = 2
const OWNER_ONLY = 3
const SMALL_ONLY = 4
const CLOSABLE = 5
const CREDITS_OWNER = 6
const ANYONE = 7
const QUEUED = 8
const LOCKED_A_YEAR = 9
const LOCKED_A_CENTURY = 10
const FROM_LATER_DEPOSITS = 11

// A deposit is judged by what its owner can take back, which is executed; never by the name of the call.
describe('claims on what leaves', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let world: SandboxWorld
  const desks: Address[] = []
  const tokenDesks: Address[] = []
  let sales: Address
  let vault: Address
  let hollow: Address

  before(async () => {
    sandbox = await openSandbox('ethereum')
    world = sandbox.world
    const { spender, trader } = world.actors
    for (let mode = OPEN; mode <= FROM_LATER_DEPOSITS; mode++) {
      desks[mode] = await deploy('DepositDesk', [BigInt(mode), spender, ZERO])
      tokenDesks[mode] = await deploy('DepositDesk', [BigInt(mode), spender, world.tokens.usdc])
    }
    sales = await deploy('SalesDesk', [spender])
    vault = await deploy('Vault4626', [world.tokens.usdc, 'Dollar vault', 'vUSD', 6])
    hollow = await deploy('HollowVault', [world.tokens.usdc])
    const name = encodeFunctionData({ abi: SALES, functionName: 'register', args: ['mine', 31_536_000n] })
    await sandbox.send({ from: trader, to: sales, data: name, value: parseEther('0.01') })
    for (const to of [...tokenDesks, vault, hollow])
      await sandbox.send({ from: trader, to: world.tokens.usdc, data: approve(to, units(1_000_000, 6)) })
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(name: 'DepositDesk' | 'SalesDesk' | 'Vault4626' | 'HollowVault', args: unknown[]) {
    const { abi, bytecode } = readArtifact(name)
    const data = encodeDeployData({ abi, bytecode, args })
    const hash = await sandbox.rpc('eth_sendTransaction', [{ from: world.actors.spender, data, gas: '0x4c4b40' }])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    return receipt.contractAddress
  }

  async function scan(to: Address, data: Hex, value = 0n): Promise<Answer> {
    const body = { chain: 'ethereum', from: world.actors.trader, to, data, value: String(value) }
    const { status, json } = await service.ask('/v1/scan/transaction', { ...body, options: { deadlineMs: 20_000 } })
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as Answer
  }
  const seen = ({ riskScore, recommendation, warnings, unknown }: Answer) =>
    `${riskScore} ${recommendation} ${warnings.map(({ id, severity }) => `${id}:${severity}`)}; unknown: ${unknown}`
  const has = ({ warnings }: Answer, id: string) => warnings.some((one) => one.id === id)
  const quiet = (answer: Answer) => assert.equal(answer.recommendation, 'PROCEED', seen(answer))
  const atMostReview = (answer: Answer) => assert.match(answer.recommendation, /PROCEED|REVIEW/, seen(answer))
  const loud = (answer: Answer) => assert.match(answer.recommendation, /CAUTION|BLOCK/, seen(answer))
  const stakeTokens = (amount: number) =>
    encodeFunctionData({ abi: DESK, functionName: 'stakeTokens', args: [units(amount, 6)] })
  const deposit = (amount: number) =>
    encodeFunctionData({ abi: VAULT, functionName: 'deposit', args: [units(amount, 6), world.actors.trader] })

  for (const [name, mode] of Object.entries({ 'at any time': OPEN, 'after a week': LOCKED, 'after a request': QUEUED }))
    test(`a deposit that its owner can take back ${name} is quiet, and the withdrawal is told`, async () => {
      // The coin desk credits stakeTokens() without a payment, so that a stranger can request what others paid: no honest one.
      const ofCoins = mode === QUEUED ? [] : [await scan(desks[mode] as Address, STAKE, parseEther('2'))]
      for (const answer of [...ofCoins, await scan(tokenDesks[mode] as Address, stakeTokens(2_000))]) {
        quiet(answer)
        assert.ok(has(answer, 'deposit-withdrawal'), seen(answer))
      }
    })

  for (const [name, mode] of Object.entries({
    'no withdrawal': NO_EXIT,
    'a withdrawal for the owner of the contract alone': OWNER_ONLY,
    'a withdrawal of small sums only': SMALL_ONLY,
    'a withdrawal that pays another account': CREDITS_OWNER,
    'a withdrawal open to every caller': ANYONE,
    'a lock for a century': LOCKED_A_CENTURY,
    'a withdrawal that later deposits pay for': FROM_LATER_DEPOSITS,
  }))
    test(`a deposit with ${name} is loud`, async () => {
      loud(await scan(desks[mode] as Address, STAKE, parseEther('2')))
      loud(await scan(tokenDesks[mode] as Address, stakeTokens(2_000)))
    })

  test('a deposit that is locked for a year is at most for review, and the lock is told', async () => {
    const answer = await scan(tokenDesks[LOCKED_A_YEAR] as Address, stakeTokens(2_000))
    atMostReview(answer)
    const found = answer.warnings.find(({ id }) => id === 'deposit-withdrawal')
    assert.match(found?.description ?? '', /, locked for 30 days or more and at most 400 days\./, seen(answer))
    assert.notEqual(found?.severity, 'info')
  })

  test('a withdrawal that one key can close is told, with the call', async () => {
    const answer = await scan(desks[CLOSABLE] as Address, STAKE, parseEther('2'))
    loud(answer)
    const found = answer.warnings.find(({ id }) => id === 'withdrawal-kill-switch')
    assert.match(found?.description ?? '', / by (setClosed\(bool\)|0x[0-9a-f]{8})\./, seen(answer))
  })

  test('vault shares that redeem are quiet, and shares that redeem for nothing are loud', async () => {
    quiet(await scan(vault, deposit(2_000)))
    const answer = await scan(hollow, deposit(2_000))
    loud(answer)
    assert.ok(has(answer, 'deposit-without-withdrawal'), seen(answer))
  })

  test('a purchase that the seller records is at most for review', async () => {
    const value = parseEther('0.05')
    const call = (functionName: never, args: readonly unknown[] = []) =>
      encodeFunctionData({ abi: SALES, functionName, args } as never)
    for (const data of [
      call('buy' as never, [7n]),
      call('subscribe' as never, [3n]),
      call('register' as never, ['yours', 31_536_000n]),
      call('renew' as never, ['mine', 31_536_000n]),
      call('enter' as never),
    ])
      atMostReview(await scan(sales, data, value))
  })

  test('a bid that is paid back when outbid, and an escrow that can be cancelled, are quiet', async () => {
    const bid = encodeFunctionData({ abi: SALES, functionName: 'bid' })
    quiet(await scan(sales, bid, parseEther('1')))
    const escrow = encodeFunctionData({ abi: SALES, functionName: 'openEscrow', args: [world.actors.friend] })
    quiet(await scan(sales, escrow, parseEther('1')))
  })
})

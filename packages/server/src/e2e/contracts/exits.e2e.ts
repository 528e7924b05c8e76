import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeDeployData, encodeFunctionData, keccak256, numberToHex, parseAbi, parseEther, toHex } from 'viem/utils'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'

type Call = { to: Address; data: Hex; value?: bigint }
type Scanned = Call | { calls: readonly Call[] }

const ABI = parseAbi([
  'function stake() payable',
  'function stakeTokens(uint256 amount)',
  'function commit(bytes32 lock) payable',
  'function open(bytes32 lock, address payee, uint256 until) payable',
  'function donate() payable',
  'function pledge() payable',
  'function bid() payable',
  'function order(uint256 item) payable',
  'function subscribeWith(uint256 amount)',
  'function subscribe(uint256 months)',
  'function createStream(address recipient, uint256 deposit, address token, uint256 startTime, uint256 stopTime) returns (uint256)',
  'function openEscrow(address payee, address arbiter) payable returns (uint256)',
  'function payRentDeposit() payable',
  'function vestForMyself(uint256 amount)',
  'function bet(bool outcome) payable',
  'function supply() payable',
  'function borrow(uint256 amount)',
])
const HOUR = 3_600n
const DAY = 86_400n
const BLOCK_SECONDS = 12n

const world = sandboxWorld('ethereum')
const { actors, tokens } = world
const { trader, friend, spender, fresh, artist } = actors
const dollars = (amount: number) => units(amount, 6)

// Deposits and payments are judged by the exits that can be executed, also later and after other accounts.
describe('exits of deposits and payments', () => {
  let service: ScanService
  let rpc: NodeRpc
  const made: Record<string, Address> = {}
  const http = createOperatorFetch()

  before(async () => {
    service = await startScanService('test')
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
    const timed: [string, bigint, bigint][] = [
      ['closesAtBlock', 0n, (2n * HOUR) / BLOCK_SECONDS],
      ['closesAtTime', 1n, 3n * DAY],
      ['closesAfterUses', 2n, 5n],
      ['closesAfterManyUses', 2n, 150n],
      ['closesAfterDeposits', 3n, 4n],
      ['opensAtBlock', 4n, (5n * DAY) / BLOCK_SECONDS],
      ['opensWeekly', 5n, 0n],
      ['unbonds', 6n, 0n],
      ['opensAndCloses', 7n, 12n * DAY],
      ['numbered', 8n, 0n],
      ['paysInWindow', 9n, 0n],
    ]
    for (const [name, mode, limit] of timed) made[name] = await deploy('TimedDesk', [mode, limit])
    made.secret = await deploy('SecretDesk', [keccak256(toHex('deployer', { size: 32 }))])
    made.phrase = await deploy('PhraseDesk', [keccak256(toHex('a phrase'))])
    made.ownSecret = await deploy('OwnSecret', [])
    for (const [mode, name] of ['signed', 'signedSwitch', 'signed1271', 'ownSignature'].entries())
      made[name] = await deploy('SignedDesk', [BigInt(mode), mode === 2 ? world.safe.account : spender])
    made.password = await deploy('PasswordSwitch', [keccak256(toHex('deployer', { size: 32 }))])
    for (const percent of [0n, 2n, 15n, 49n, 50n, 51n, 90n])
      made[`fee${percent}`] = await deploy('FeeDesk', [tokens.usdc, tokens.usdc, percent, 1n])
    made.paysDai = await deploy('FeeDesk', [tokens.usdc, tokens.dai, 0n, 10n ** 12n])
    made.paysFewDai = await deploy('FeeDesk', [tokens.usdc, tokens.dai, 0n, 1n])
    made.worthless = await deploy('PlainToken', plainTokenArgs())
    made.paysWorthless = await deploy('FeeDesk', [tokens.usdc, made.worthless, 0n, 10n ** 12n])
    made.campaign = await deploy('Campaign', [spender])
    made.stream = await deploy('PaymentStream', [])
    made.life = await deploy('CommonLife', [artist, tokens.usdc])
    made.shop = await deploy('GreedyShop', [artist, tokens.usdc, false])
    made.greedyShop = await deploy('GreedyShop', [artist, tokens.usdc, true])
    made.loan = await deploy('LoanDesk', [tokens.usdc, dollars(3_500), false])
    made.loanTrap = await deploy('LoanDesk', [tokens.usdc, dollars(3_500), true])
    for (const to of ['life', 'stream', 'shop', 'greedyShop', 'paysDai', 'paysFewDai', 'paysWorthless', ...feeDesks()])
      await send(trader, { to: tokens.usdc, data: approve(made[to] as Address, dollars(1_000_000)) })
    await fund()
    const { recentBlocks } = await service.app.sandbox()
    await rpc('anvil_mine', [numberToHex(recentBlocks.ethereum)])
    // The head is read at most once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
  })
  after(async () => {
    await http.close()
    await service.close()
  })

  function feeDesks() {
    return Object.keys(made).filter((name) => name.startsWith('fee'))
  }
  function plainTokenArgs(): unknown[] {
    const { abi } = readArtifact('PlainToken')
    const inputs = abi.find((one) => one.type === 'constructor')?.inputs ?? []
    const byName: Record<string, unknown> = {}
    return inputs.map(({ name = '', type }) =>
      name in byName
        ? byName[name]
        : type === 'address'
          ? spender
          : type === 'string'
            ? 'Worthless'
            : type === 'uint8'
              ? 18
              : 10n ** 30n,
    )
  }
  async function fund() {
    const pay = (token: Address, to: Address, amount: bigint) => ({
      to: token,
      data: encodeFunctionData({
        abi: parseAbi(['function transfer(address to, uint256 amount)']),
        functionName: 'transfer',
        args: [to, amount],
      }),
    })
    await send(trader, pay(tokens.dai, made.paysDai as Address, units(1_000, 18)))
    await send(trader, pay(tokens.dai, made.paysFewDai as Address, units(1, 18)))
    await send(spender, pay(made.worthless as Address, made.paysWorthless as Address, units(10_000, 18)))
    for (const to of ['loan', 'loanTrap']) await send(trader, pay(tokens.usdc, made[to] as Address, dollars(2_000)))
  }
  async function deploy(name: ArtifactName, args: unknown[]): Promise<Address> {
    const { abi, bytecode } = readArtifact(name)
    const data = encodeDeployData({ abi, bytecode, args })
    const hash = await rpc('eth_sendTransaction', [{ from: spender, data, gas: '0x4c4b40' }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address; status: Hex }
    assert.equal(receipt.status, '0x1', name)
    return receipt.contractAddress
  }
  async function send(from: Address, { to, data, value = 0n }: Call): Promise<void> {
    const hash = await rpc('eth_sendTransaction', [{ from, to, data, value: numberToHex(value), gas: '0x300000' }])
    await rpc('evm_mine', [])
    assert.equal(((await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }).status, '0x1', data)
  }
  const call = (to: string, functionName: string, args: readonly unknown[] = [], coins = '0'): Call => ({
    to: made[to] as Address,
    data: encodeFunctionData({ abi: ABI, functionName, args } as never),
    value: parseEther(coins),
  })
  const stake = (to: string, coins = '2') => call(to, 'stake', [], coins)
  const stakeTokens = (to: string, amount = 2_000) => call(to, 'stakeTokens', [dollars(amount)])
  const secret = toHex('my own', { size: 32 })
  const bundle = (...calls: Call[]): Scanned => ({ calls })

  async function scan(scanned: Scanned): Promise<TransactionScanResult> {
    const own = (one: Call) => ({ to: one.to, data: one.data, value: String(one.value ?? 0n) })
    const body = 'calls' in scanned ? { calls: scanned.calls.map(own) } : own(scanned)
    const { status, json } = await service.ask('/v1/scan/transaction', {
      chain: 'ethereum',
      from: trader,
      ...body,
      options: { deadlineMs: 30_000 },
    })
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as TransactionScanResult
  }
  const seen = (result: TransactionScanResult) =>
    `${result.recommendation} ${result.riskScore}: ${result.warnings.map(({ id, severity, description }) => `${id} (${severity}): ${description}`).join('; ')}; unknown: ${result.unknown.join(', ')}; ${result.simulation?.revertReason}`

  const quiet: Record<string, () => Scanned> = {
    'an exit that opens at a block': () => stake('opensAtBlock'),
    'an exit one day a week': () => stake('opensWeekly'),
    'unbonding of 21 days': () => stake('unbonds'),
    'an exit that numbers its payments': () => stake('numbered'),
    'a sealed bid': () => call('ownSecret', 'commit', [keccak256(secret)], '1'),
    'a hash lock with a refund': () => call('ownSecret', 'open', [keccak256(secret), friend, 0n], '1'),
    'an exit by one’s own signature': () => stake('ownSignature'),
    'an exit without a fee': () => stakeTokens('fee0'),
    'an exit with a small fee': () => stakeTokens('fee2'),
    'a donation that can be taken back': () => call('campaign', 'donate', [], '1'),
    'a bid that is paid back when outbid': () => call('campaign', 'bid', [], '1'),
    'an order that the shop has not shipped': () => call('campaign', 'order', [7n], '0.05'),
    'a stream that can be cancelled': () =>
      call('stream', 'createStream', [
        friend,
        dollars(2_000),
        tokens.usdc,
        BigInt(world.headTimestamp) + 40n * DAY,
        BigInt(world.headTimestamp) + 130n * DAY,
      ]),
    'a small order that can be cancelled for two weeks': () => call('life', 'order', [7n], '0.05'),
    'a subscription that goes to the shop’s owner': () => call('life', 'subscribeWith', [dollars(20)]),
    'a subscription of a shop': () => call('shop', 'subscribe', [1n]),
    'an escrow with an arbiter': () => call('life', 'openEscrow', [friend, fresh], '1'),
    'a rental deposit': () => call('life', 'payRentDeposit', [], '1'),
    'a bet that can be cancelled': () => call('life', 'bet', [true], '1'),
    'collateral and a loan': () => bundle(call('loan', 'supply', [], '1'), call('loan', 'borrow', [dollars(1_000)])),
    'collateral without a loan': () => call('loan', 'supply', [], '1'),
  }
  for (const [name, scanned] of Object.entries(quiet))
    test(`quiet: ${name}`, async () => {
      const result = await scan(scanned())
      assert.equal(result.simulation?.success, true, seen(result))
      assert.equal(result.recommendation, 'PROCEED', seen(result))
    })

  const mild: Record<string, () => Scanned> = {
    'a pledge that can be cancelled until a deadline': () => call('life', 'pledge', [], '1'),
    'an order that can be cancelled for two weeks': () => call('life', 'order', [8n], '1'),
    'vesting for oneself': () => call('life', 'vestForMyself', [dollars(2_000)]),
    'an exit with a large fee': () => stakeTokens('fee15'),
    'a request that is paid in a window': () => stake('paysInWindow'),
  }
  for (const [name, scanned] of Object.entries(mild))
    test(`at most for review: ${name}`, async () => {
      const result = await scan(scanned())
      assert.equal(result.simulation?.success, true, seen(result))
      assert.ok(['PROCEED', 'REVIEW'].includes(result.recommendation), seen(result))
    })

  const told: Record<string, () => Scanned> = {
    'an exit that closes at a block': () => stake('closesAtBlock'),
    'a small deposit with an exit that closes at a block': () => stake('closesAtBlock', '0.05'),
    'an exit that closes after some days': () => stake('closesAtTime'),
    'an exit that opens and closes for ever': () => stake('opensAndCloses'),
    'an exit for the first callers': () => stake('closesAfterUses'),
    'an exit for the first hundred callers': () => stake('closesAfterManyUses'),
    'an exit that later deposits close': () => stake('closesAfterDeposits'),
    'an exit for a secret': () => stake('secret'),
    'a small deposit with an exit for a secret': () => stake('secret', '0.05'),
    'an exit for a phrase': () => stake('phrase'),
    'a small deposit with an exit for a phrase': () => stake('phrase', '0.05'),
    'a password that empties the contract': () => stake('password'),
    'a small deposit that a password takes': () => stake('password', '0.05'),
    'an exit that another account signs': () => stake('signed'),
    'a small deposit with an exit that another account signs': () => stake('signed', '0.05'),
    'an exit that another contract must approve': () => stake('signed1271'),
    'a signature that closes the exit': () => stake('signedSwitch'),
    'an exit with a fee of 15 percent': () => stakeTokens('fee15'),
    'an exit with a fee of 49 percent': () => stakeTokens('fee49'),
    'collateral without a way back, and a loan': () =>
      bundle(call('loanTrap', 'supply', [], '1'), call('loanTrap', 'borrow', [dollars(1_000)])),
  }
  for (const [name, scanned] of Object.entries(told))
    test(`told: ${name}`, async () => {
      const result = await scan(scanned())
      assert.equal(result.simulation?.success, true, seen(result))
      assert.ok(result.riskScore >= 40 && result.recommendation !== 'PROCEED', seen(result))
    })

  test('an exit that closes is named, and one that stays open is not', async () => {
    const named = async (scanned: Scanned) =>
      (await scan(scanned)).warnings.some(({ id }) => id === 'closing-withdrawal')
    assert.equal(await named(stake('closesAtTime')), true)
    assert.equal(await named(stake('unbonds')), false)
  })

  const loud: Record<string, () => Scanned> = {
    'an exit with a fee of half': () => stakeTokens('fee50'),
    'an exit with a fee of more than half': () => stakeTokens('fee51'),
    'an exit with a fee of most': () => stakeTokens('fee90'),
    'an exit in a worthless token': () => stakeTokens('paysWorthless'),
    'an exit in another token of less worth': () => stakeTokens('paysFewDai', 500),
    'a shop that takes the whole balance': () => call('greedyShop', 'subscribe', [1n]),
  }
  for (const [name, scanned] of Object.entries(loud))
    test(`loud: ${name}`, async () => {
      const result = await scan(scanned())
      assert.equal(result.simulation?.success, true, seen(result))
      assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), seen(result))
    })
})

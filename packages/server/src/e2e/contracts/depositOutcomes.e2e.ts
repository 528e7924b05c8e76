import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeDeployData, encodeFunctionData, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve, approveAll } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'

type Call = { to: Address; data: Hex; value?: bigint }

const ABI = parseAbi([
  'function enter(uint256 amount)',
  'function play() payable',
  'function grantTo(address payee, uint256 amount)',
  'function lockForMyself(uint256 amount)',
  'function contribute() payable',
  'function stake() payable',
  'function submit(address referrer) payable',
  'function wrap(uint256 amount)',
  'function sendCoins(uint256 network, address to) payable',
  'function sendTokens(address token, uint256 amount, uint256 network, address to)',
  'function pay(address token, uint256 amount, bytes32 order)',
  'function buyPicture(uint256 id) payable',
  'function transferFrom(address from, address to, uint256 tokenId)',
])
const DAY = 86_400n
const ZERO: Address = '0x0000000000000000000000000000000000000000'
const ORDER: Hex = `0x${'07'.repeat(32)}`
/** `KeeperDesk`: one account decides, no account does, and an exit that closes before it opens. */
const DECIDED = 0n
const FIXED = 1n
const NEVER = 2n

const world = sandboxWorld('ethereum')
const { actors, tokens, nfts } = world
const { trader, friend, spender, artist, collector } = actors
const dollars = (amount: number) => units(amount, 6)
const validator = (index: number): Address => `0x${String(index).repeat(40)}`

// The same call may be a deposit, a payment or a theft: what privileged accounts can do with it later is executed.
describe('what becomes of a deposit', () => {
  let service: ScanService
  let rpc: NodeRpc
  const made: Record<string, Address> = {}
  const http = createOperatorFetch()

  before(async () => {
    service = await startScanService('test')
    const sandbox = await service.app.sandbox()
    rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
    const aged = BigInt(sandbox.recentBlocks.ethereum) * 12n
    const closes = BigInt(world.headTimestamp) + aged + DAY
    for (const [name, mode] of Object.entries({ melting: 0n, falling: 1n, constant: 2n }))
      made[name] = await deploy('MeltingDesk', [mode, spender, tokens.usdc])
    for (const [name, mode] of Object.entries({ decided: DECIDED, fixed: FIXED, never: NEVER }))
      made[name] = await deploy('KeeperDesk', [mode, spender, tokens.usdc, closes])
    made.staking = await deploy('QueueStake', [spender, false])
    made.greedyStaking = await deploy('QueueStake', [spender, true])
    made.receipt = await deploy('BareReceipt', [tokens.usdc, false])
    made.hollowReceipt = await deploy('BareReceipt', [tokens.usdc, true])
    const validators = [validator(1), validator(2), validator(3)]
    made.bridge = await deploy('QuorumBridge', [validators, ZERO])
    made.greedyBridge = await deploy('QuorumBridge', [validators, spender])
    made.merchant = await deploy('PayDesk', [artist, collector, nfts.collectible])
    made.noExit = await deploy('DepositDesk', [NEVER, spender, ZERO])
    for (const to of Object.values(made)) await send(trader, { to: tokens.usdc, data: approve(to, dollars(100_000)) })
    await send(trader, {
      to: nfts.collectible,
      data: encodeFunctionData({ abi: ABI, functionName: 'transferFrom', args: [trader, collector, 2n] }),
    })
    await send(collector, { to: nfts.collectible, data: approveAll(made.merchant) })
    await rpc('anvil_mine', [numberToHex(sandbox.recentBlocks.ethereum)])
    // The head is read at most once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    // The first scan of a service reads what later ones have at hand.
    await scan(call('constant', 'enter', [dollars(2_000)]))
  })
  after(async () => {
    await http.close()
    await service.close()
  })

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
  async function scan({ to, data, value = 0n }: Call): Promise<TransactionScanResult> {
    const body = { chain: 'ethereum', from: trader, to, data, value: String(value), options: { deadlineMs: 28_000 } }
    const { status, json } = await service.ask('/v1/scan/transaction', body)
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as TransactionScanResult
  }
  const seen = (result: TransactionScanResult) =>
    `${result.recommendation} ${result.riskScore}: ${result.warnings.map(({ id, severity, description }) => `${id} (${severity}): ${description}`).join('; ')}; unknown: ${result.unknown.join(', ')}; ${result.simulation?.revertReason}`

  const cases: Record<string, Record<string, () => Call>> = {
    PROCEED: {
      'an exit fee that falls to nothing in four weeks': () => call('falling', 'enter', [dollars(2_000)]),
      'an exit fee that stays small': () => call('constant', 'enter', [dollars(2_000)]),
      'a receipt that cannot be approved, and redeems': () => call('receipt', 'wrap', [dollars(2_000)]),
    },
    'PROCEED|REVIEW': {
      'a grant to a friend that can be taken back, under an id that is only counted': () =>
        call('fixed', 'grantTo', [friend, dollars(2_000)]),
      'a lock for oneself, under an id that is only counted': () => call('fixed', 'lockForMyself', [dollars(2_000)]),
      'an exit one day a week, three days from now': () => call('fixed', 'contribute', [], '1'),
      'a picture of a known collection at a falling price, with the excess paid back': () =>
        call('merchant', 'buyPicture', [2n], '1'),
      'liquid staking with a queue that an oracle settles': () => call('staking', 'submit', [ZERO], '1'),
      'coins for another network, which a quorum pays out': () => call('bridge', 'sendCoins', [10n, trader], '1'),
      'tokens for another network, which a quorum pays out': () =>
        call('bridge', 'sendTokens', [tokens.usdc, dollars(2_000), 10n, trader]),
      'a bill that a payment contract hands to its merchant': () =>
        call('merchant', 'pay', [tokens.usdc, dollars(250), ORDER]),
      'a ticket for a lottery that one account decides': () => call('decided', 'play', [], '0.01'),
    },
    'REVIEW|CAUTION|BLOCK': {
      'some hundred dollars without a way back': () => call('noExit', 'stake', [], '0.05'),
    },
    'CAUTION|BLOCK': {
      'a deposit that melts to the keeper': () => call('melting', 'enter', [dollars(2_000)]),
      'a lottery whose winner one account names': () => call('decided', 'play', [], '2'),
      'a grant that only the keeper takes back': () => call('decided', 'grantTo', [friend, dollars(3_000)]),
      'a lock whose beneficiary one account changes': () => call('decided', 'lockForMyself', [dollars(3_000)]),
      'an exit that closes before it opens': () => call('never', 'contribute', [], '1'),
      'liquid staking whose oracle may take the coins': () => call('greedyStaking', 'submit', [ZERO], '1'),
      'coins for another network that one account can take': () =>
        call('greedyBridge', 'sendCoins', [10n, trader], '1'),
      'a receipt that redeems for nothing': () => call('hollowReceipt', 'wrap', [dollars(2_000)]),
      'a large bill to a merchant': () => call('merchant', 'pay', [tokens.usdc, dollars(8_000), ORDER]),
    },
  }
  for (const [expected, own] of Object.entries(cases))
    for (const [name, made] of Object.entries(own))
      test(`${expected}: ${name}`, async () => {
        const result = await scan(made())
        assert.equal(result.simulation?.success, true, seen(result))
        assert.match(result.recommendation, new RegExp(`^(${expected})$`), seen(result))
      })

  test('withdrawals by an id that is only counted, and on one day a week, are found', async () => {
    for (const one of [
      call('fixed', 'grantTo', [friend, dollars(2_000)]),
      call('fixed', 'lockForMyself', [dollars(2_000)]),
      call('fixed', 'contribute', [], '1'),
    ]) {
      const result = await scan(one)
      const found = result.warnings.find(({ id }) => id === 'deposit-withdrawal')
      assert.equal(found?.severity, 'info', seen(result))
    }
  })

  test('the account that can take a deposit is named with its call, and the tried times are told', async () => {
    const result = await scan(call('never', 'contribute', [], '1'))
    const found = result.warnings.find(({ id }) => id === 'deposit-without-withdrawal')
    assert.match(
      found?.description ?? '',
      /tried as you pays it back(?: \(.*\))?, at once, after an hour and 1, 2, 3, .* 180 and 400 days later\./,
      seen(result),
    )
    assert.match(
      found?.description ?? '',
      /can take it by \S+ after (a|\d+) days?\. Confirmed in simulation\.$/,
      seen(result),
    )
  })

  test('a withdrawal that waits for another account is told', async () => {
    const result = await scan(call('staking', 'submit', [ZERO], '1'))
    const found = result.warnings.find(({ id }) => id === 'deposit-without-withdrawal')
    assert.match(found?.description ?? '', /only after a call of another account: .* can release it by /, seen(result))
  })
})

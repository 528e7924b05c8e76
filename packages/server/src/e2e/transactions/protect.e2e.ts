import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { METAMASK_DELEGATOR } from '@redoubt/risk/protect/delegationCaveats.ts'
import { ASSERTION_ABI } from '@redoubt/risk/protect/encodeConditions.ts'
import { sign } from 'viem/accounts'
import { decodeErrorResult, encodeFunctionData, hashMessage, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { OUTCOME_ASSERTION } from '../../evm/protect/assertion.ts'
import { ERC20_ABI } from '../../sandbox/abis.ts'
import { ACTORS } from '../../sandbox/actors.ts'
import type { SandboxChain } from '../../sandbox/canonical.ts'
import { approve, safeCall, transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { DELEGATION_MANAGER, deployDelegationFramework, redeemDelegation } from '../../testing/delegationFramework.ts'
import { sandboxSender } from '../../testing/sandboxSender.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import { swapBody } from '../../testing/swapBody.ts'
import type { RenderedProtection } from '../../usecases/scans/transaction/protect/renderProtection.ts'

const ACCOUNT_ABI = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(address dest, uint256 value, bytes func)',
  'function executeBatch(Call[] calls)',
])
const ENTRY_POINT_ABI = parseAbi([
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function getUserOpHash(Packed op) view returns (bytes32)',
  'function handleOps(Packed[] ops, address beneficiary)',
  'function getNonce(address sender, uint192 key) view returns (uint256)',
])
const SENT_GAS = numberToHex(6_000_000)
const FUNDS = parseEther('50')
const HARM = parseEther('20')
/** Wei per gas, a hundred times the sandbox's base fee. */
const DEAR = '100000000000'

const http = createOperatorFetch()
const world = sandboxWorld('ethereum')
const { actors, tokens, decimals, safe, erc4337, traps } = world
const { trader, friend, careless } = actors
const dollars = units(5, decimals.usdc)
const payment = { to: tokens.usdc, data: transfer(friend, dollars) }
let service: ScanService
let rpc: NodeRpc

before(async () => {
  service = await startScanService('test')
  rpc = await nodeOf('ethereum')
  for (const account of [trader, friend, safe.account, erc4337.account])
    await rpc('anvil_setBalance', [account, numberToHex(FUNDS)])
  for (const account of [safe.account, erc4337.account])
    assert.equal(
      await mined({ from: trader, to: tokens.usdc, data: transfer(account, units(50, decimals.usdc)) }),
      true,
    )
  await newHead()
})
after(async () => {
  await http.close()
  await service.close()
})

const nodeOf = async (chain: SandboxChain): Promise<NodeRpc> =>
  nodeRpc((await service.app.sandbox()).rpcUrls[chain], http)
/** The head is read at most once a second. */
const newHead = () => new Promise((resolve) => setTimeout(resolve, 1_100))

async function mined(
  transaction: { from: Address; to: Address; data: Hex },
  gasLimit: string | null = null,
): Promise<boolean> {
  const gas = gasLimit === null ? SENT_GAS : numberToHex(BigInt(gasLimit))
  const hash = await rpc('eth_sendTransaction', [{ ...transaction, gas }])
  await rpc('evm_mine', [])
  const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }
  return receipt.status === '0x1'
}

async function dollarsOf(account: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [account] })
  return BigInt((await rpc('eth_call', [{ to: tokens.usdc, data }, 'latest'])) as Hex)
}

async function delegate(account: Address, to: Address): Promise<void> {
  await rpc('anvil_setCode', [account, `0xef0100${to.slice(2)}`])
  await rpc('evm_mine', [])
  await newHead()
}

async function protect(body: object, protectBounds: object = {}, options: object = {}): Promise<RenderedProtection> {
  const scanned = await service.scan({
    chain: 'ethereum',
    ...body,
    options: { deadlineMs: 25_000, protect: true, protectBounds, ...options },
  })
  assert.ok(scanned.protect, 'it is answered')
  return scanned.protect
}

function offered(protection: RenderedProtection, form: RenderedProtection['form']): RenderedProtection {
  assert.deepEqual([protection.status, protection.form], ['offered', form], protection.message)
  assert.ok(protection.conditions.length > 0)
  for (const { min, max, after } of protection.conditions)
    assert.ok(BigInt(min) <= BigInt(after) && BigInt(after) <= BigInt(max))
  assert.deepEqual(protection.calls.at(-1)?.role, 'assertion')
  return protection
}
const kindsOf = ({ conditions }: RenderedProtection) => new Set(conditions.map(({ kind }) => kind))

/**
 * Sends what was offered twice: on a chain where the account has lost coins meanwhile, where it must undo everything, and as it was
 * scanned, where it must pay.
 */
async function sendTwice(account: Address, send: () => Promise<boolean>): Promise<void> {
  const before = await dollarsOf(friend)
  const snapshot = await rpc('evm_snapshot', [])
  const balance = BigInt((await rpc('eth_getBalance', [account, 'latest'])) as Hex)
  await rpc('anvil_setBalance', [account, numberToHex(balance - HARM)])
  await send()
  assert.equal(await dollarsOf(friend), before, 'the harmed one is undone')
  await rpc('evm_revert', [snapshot])
  assert.equal(await send(), true, 'the honest one is mined')
  assert.equal(await dollarsOf(friend), before + dollars)
  await newHead()
}

const executeBatch = (calls: readonly { to: string; value?: string; data: string }[]): Hex =>
  encodeFunctionData({
    abi: ACCOUNT_ABI,
    functionName: 'executeBatch',
    args: [
      calls.map(({ to, value = '0', data }) => ({ target: to as Address, value: BigInt(value), data: data as Hex })),
    ],
  })

test('a bundle of an account of a key, where the assertion contract does not stand yet', async () => {
  const swap = swapBody(world)
  const calls = [{ to: swap.to, value: swap.value, data: swap.data }, payment]
  const protection = offered(await protect({ from: trader, calls }), 'bundle')
  assert.equal(protection.assertion?.deployed, false)
  assert.deepEqual(
    protection.calls.map(({ role }) => role),
    ['deployment', 'call', 'call', 'assertion'],
  )
  assert.ok(protection.conditions.some(({ kind, text }) => kind === 'token-balance' && text.includes('USDC')))
  assert.deepEqual([protection.slippageBps, protection.loosened], [300, []])
  // The wallet gives the account a delegate in order to send it.
  const data = executeBatch(protection.calls)
  await rpc('anvil_setCode', [trader, `0xef0100${erc4337.simple7702.slice(2)}`])
  await sendTwice(trader, () => mined({ from: trader, to: trader, data }, protection.gasLimit))
  const code = await rpc('eth_getCode', [OUTCOME_ASSERTION.address, 'latest'])
  assert.notEqual(code, '0x')
  // Our encoder refuses these; so does the contract.
  const inverted = { kind: 0, target: trader, account: trader, other: trader, id: 0n, min: 2n, max: 1n }
  assert.equal(await refusalOf([]), 'NoConditions')
  assert.equal(await refusalOf([inverted]), 'InvertedBounds')
})

type EncodedCondition = { kind: number; target: Address; account: Address; other: Address } & Record<
  'id' | 'min' | 'max',
  bigint
>

/** The error with which the deployed contract refuses conditions. */
async function refusalOf(conditions: EncodedCondition[]): Promise<string> {
  const data = encodeFunctionData({ abi: ASSERTION_ABI, functionName: 'check', args: [conditions] })
  const call = { from: trader, to: OUTCOME_ASSERTION.address, data }
  const { output } = (await rpc('debug_traceCall', [call, 'latest', { tracer: 'callTracer' }])) as { output?: Hex }
  return decodeErrorResult({ abi: ASSERTION_ABI, data: output ?? '0x' }).errorName
}

test('a call of a delegated account (EIP-7702), with its delegation', async () => {
  const protection = offered(await protect({ from: trader, ...payment }), 'delegated-account')
  assert.equal(protection.assertion?.deployed, true)
  assert.ok(kindsOf(protection).has('code-hash'))
  const { data, to } = protection.transaction ?? assert.fail('its delegate knows a batch')
  const send = () => mined({ from: trader, to: to as Address, data: data as Hex }, protection.gasLimit)
  const snapshot = await rpc('evm_snapshot', [])
  await rpc('anvil_setCode', [trader, `0xef0100${traps.drainer.slice(2)}`])
  assert.equal(await callFails(trader, protection), 'code')
  await rpc('evm_revert', [snapshot])
  await sendTwice(trader, send)
  // A batch of the account itself is closed in the same way.
  const own = offered(await protect({ from: trader, to: trader, data: executeBatch([payment]) }), 'delegated-account')
  assert.deepEqual(
    own.calls.map(({ role }) => role),
    ['call', 'assertion'],
  )
})

/** What the assertion says of a failure, asked alone. */
async function callFails(from: Address, { calls }: RenderedProtection): Promise<string> {
  const { to, data } = calls.at(-1) ?? assert.fail()
  // The assertion alone fails for a payment that was not made; only the first failure is told.
  const failed = await rpc('debug_traceCall', [{ from, to, data }, 'latest', { tracer: 'callTracer' }])
  const { output } = failed as { output?: Hex }
  const error = decodeErrorResult({ abi: ASSERTION_ABI, data: output ?? '0x' })
  return String(error.args?.[0])
}

test('a Safe, from itself and by an owner', async () => {
  for (const body of [
    { from: safe.account, calls: [payment] },
    { from: trader, to: safe.account, data: safeCall(trader, payment.to, payment.data) },
  ]) {
    const protection = offered(await protect(body), 'safe')
    for (const kind of [
      'safe-owners',
      'safe-threshold',
      'safe-modules',
      'safe-slot',
      'safe-nonce',
      'code-hash',
    ] as const)
      assert.ok(kindsOf(protection).has(kind), kind)
    const { to, data, operation } = protection.safeTransaction ?? assert.fail()
    assert.equal(operation, 1)
    const sent = safeCall(trader, to as Address, data as Hex, 0n, 1)
    await sendTwice(safe.account, () => mined({ from: friend, to: safe.account, data: ownerSends(sent) }))
  }
})

/** The friend is an owner too: the signature names the sender. */
function ownerSends(data: Hex): Hex {
  return data.replaceAll(trader.slice(2).toLowerCase(), friend.slice(2).toLowerCase()) as Hex
}

test('a user operation (ERC-4337)', async () => {
  const { account: sender, entryPoint07: entryPoint } = erc4337
  const ask = async (data: Hex) => (await rpc('eth_call', [{ to: entryPoint, data }, 'latest'])) as Hex
  const nonce = BigInt(
    await ask(encodeFunctionData({ abi: ENTRY_POINT_ABI, functionName: 'getNonce', args: [sender, 0n] })),
  )
  const callData = encodeFunctionData({
    abi: ACCOUNT_ABI,
    functionName: 'execute',
    args: [payment.to, 0n, payment.data],
  })
  const gas = { callGasLimit: 300_000n, verificationGasLimit: 300_000n, preVerificationGas: 60_000n }
  const fees = { maxFeePerGas: 4_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const userOperation = Object.fromEntries(
    Object.entries({ sender, nonce, callData, ...gas, ...fees }).map(([name, value]) => [name, String(value)]),
  )
  const protection = offered(await protect({ entryPoint, userOperation }), 'user-operation')
  assert.ok(kindsOf(protection).has('entry-point-nonce'))
  const { callData: closed, callGasLimit } = protection.userOperation ?? assert.fail()
  const half = (value: bigint) => value.toString(16).padStart(32, '0')
  const packed = {
    sender,
    nonce,
    initCode: '0x' as Hex,
    callData: closed as Hex,
    accountGasLimits: `0x${half(gas.verificationGasLimit)}${half(BigInt(callGasLimit ?? 0))}` as Hex,
    preVerificationGas: gas.preVerificationGas,
    gasFees: `0x${half(fees.maxPriorityFeePerGas)}${half(fees.maxFeePerGas)}` as Hex,
    paymasterAndData: '0x' as Hex,
    signature: '0x' as Hex,
  }
  const hash = await ask(encodeFunctionData({ abi: ENTRY_POINT_ABI, functionName: 'getUserOpHash', args: [packed] }))
  const { privateKey } = ACTORS.trader
  const signature = await sign({ hash: hashMessage({ raw: hash }), privateKey, to: 'hex' })
  const data = encodeFunctionData({
    abi: ENTRY_POINT_ABI,
    functionName: 'handleOps',
    args: [[{ ...packed, signature }], friend],
  })
  await sendTwice(sender, () => mined({ from: friend, to: entryPoint, data }))
})

test('bounds may be tighter, and looser ones are named', async () => {
  const swap = swapBody(world)
  const body = { from: trader, to: swap.to, value: swap.value, data: swap.data }
  const floorOf = ({ conditions }: RenderedProtection) =>
    conditions.find(({ kind, text }) => kind === 'token-balance' && text.includes('USDC')) ?? assert.fail()
  const [usual, tight, loose] = [
    await protect(body),
    await protect(body, { slippageBps: 0 }),
    await protect(body, { slippageBps: 2_000, feeAllowance: String(parseEther('9')) }),
  ].map((one) => offered(one, 'delegated-account'))
  assert.ok(usual && tight && loose)
  assert.equal(floorOf(tight).min, floorOf(tight).after)
  assert.ok(BigInt(floorOf(loose).min) < BigInt(floorOf(usual).min))
  assert.deepEqual([usual.loosened, tight.loosened, loose.loosened], [[], [], ['slippageBps', 'feeAllowance']])
})

test('as caveats for an account of MetaMask’s delegation framework, which its manager enforces', async () => {
  await delegate(careless, METAMASK_DELEGATOR)
  const body = { from: careless, ...payment }
  assert.equal(offered(await protect(body), 'delegated-account').caveats?.status, 'unavailable')
  await deployDelegationFramework(rpc, actors.exchange)
  await rpc('anvil_setBalance', [careless, numberToHex(FUNDS)])
  assert.equal(await mined({ from: trader, to: tokens.usdc, data: transfer(careless, 4n * dollars) }), true)
  await newHead()
  const { caveats } = offered(await protect(body), 'delegated-account')
  assert.equal(caveats?.status, 'offered')
  const list = (caveats?.list ?? []).map(({ enforcer, terms }) => ({
    enforcer: enforcer as Address,
    terms: terms as Hex,
  }))
  assert.ok(caveats?.list.some(({ name }) => name === 'ERC20BalanceChangeEnforcer'))
  const redeem = async (amount: bigint): Promise<boolean> => {
    const execution = { to: tokens.usdc, data: transfer(friend, amount) }
    const { privateKey } = ACTORS.careless
    const data = await redeemDelegation(1, { privateKey, delegate: friend, execution, caveats: list })
    return mined({ from: friend, to: DELEGATION_MANAGER, data })
  }
  assert.equal(await redeem(dollars + 1n), false, 'a dollar’s millionth more than simulated')
  assert.equal(await redeem(dollars), true)
})

/** Init code of a contract that makes so many tokens when it is called, and gives its caller a unit of each. */
function junkGiver(count: number): Hex {
  const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const byte = (value: number) => value.toString(16).padStart(2, '0')
  // Called with one word it gives that account a unit and logs it; called otherwise it answers what was given.
  const token = `3660201460125760005460005260206000f35b6001600055600160005260003560007f${transferTopic}60206000a300`
  const create = `60${byte(token.length / 2)}80600b6000396000f3${token}`
  const size = byte(create.length / 2)
  const loop = `5b60${size}60206000f060006000602060006000855af15050600190038060`
  const head = (at: number) => `60${size}60${byte(at)}6020393360005260${byte(count)}`
  const start = head(0).length / 2
  const body = `${loop}${byte(start)}5700`
  const runtime = `${head(start + body.length / 2)}${body}${create}`
  return `0x61${(runtime.length / 2).toString(16).padStart(4, '0')}80600c6000396000f3${runtime}`
}

test('gifts of many junk tokens push out nothing that the account holds', async () => {
  const giver = await sandboxSender(rpc)({ from: actors.exchange, data: junkGiver(60) })
  await rpc('evm_mine', [])
  await newHead()
  const protection = offered(await protect({ from: friend, calls: [{ to: giver, data: '0x' }] }), 'bundle')
  const held = protection.conditions.filter(({ kind, before }) => kind === 'token-balance' && BigInt(before ?? 0) > 0n)
  assert.ok(
    held.some(({ text }) => text.includes('USDC')),
    JSON.stringify(protection.conditions),
  )
  assert.equal(protection.conditions.length, 48)
  assert.ok(protection.notAsserted.some((text) => /tokens without a price that arrive for nothing/.test(text)))
})

test('what gas may cost follows the network and not the page', async () => {
  const body = { from: friend, calls: [{ to: trader, value: '1' }] }
  const usual = offered(await protect(body), 'bundle')
  const steered = offered(await protect({ ...body, maxFeePerGas: DEAR, maxPriorityFeePerGas: '1' }), 'bundle')
  assert.equal(steered.feeAllowance, usual.feeAllowance)
  assert.equal(BigInt(usual.feeAllowance ?? 0), BigInt(usual.gasLimit ?? 0) * BigInt(usual.maxFeePerGas ?? 0))
  const high = { ...body, maxFeePerGas: DEAR, maxPriorityFeePerGas: DEAR }
  assert.equal((await protect(high)).reason, 'fee-too-high')
  const allowed = offered(await protect(high, { feeAllowance: String(parseEther('2')) }), 'bundle')
  assert.deepEqual(allowed.loosened, ['feeAllowance'])
})

for (const [name, body, bounds, options, reason] of [
  ['a wallet that cannot batch', { from: friend, to: trader, value: '1' }, { atomicBatch: false }, {}, 'cannot-batch'],
  ['no simulation', { from: friend, to: trader, value: '1' }, {}, { simulate: false }, 'not-simulated'],
  ['a failure', { from: friend, to: tokens.usdc, data: transfer(trader, 10n ** 30n) }, {}, {}, 'execution-failed'],
  [
    'harm that the simulation shows',
    { from: friend, to: tokens.usdc, data: approve(traps.drainer, UNLIMITED) },
    {},
    {},
    'harmful-outcome',
  ],
  [
    'an asset without a balance that can be read',
    { from: friend, to: trader, value: '1' },
    { assets: [{ asset: trader }] },
    {},
    'unreadable-asset',
  ],
  ['a creation', { from: friend, calls: [{ data: '0x6000' }] }, {}, {}, 'not-batchable'],
  [
    'an unknown operation',
    { entryPoint: erc4337.entryPoint07, userOperation: { sender: erc4337.account, nonce: '0', callData: '0x' } },
    {},
    {},
    'not-batchable',
  ],
] as const)
  test(`${name}: unavailable, with the reason`, async () => {
    const protection = await protect(body, bounds, options)
    assert.deepEqual(
      [protection.status, protection.reason, protection.calls],
      ['unavailable', reason, []],
      protection.message,
    )
  })

test('without the contract and its factory it is unavailable', async () => {
  const polygon = await nodeOf('polygon')
  await polygon('anvil_setCode', [OUTCOME_ASSERTION.factory, '0x'])
  await polygon('evm_mine', [])
  await newHead()
  const { actors: others, tokens: its } = sandboxWorld('polygon')
  const protection = await protect({
    chain: 'polygon',
    from: others.trader,
    to: its.usdc,
    data: transfer(others.friend, 1n),
  })
  assert.deepEqual([protection.status, protection.reason], ['unavailable', 'no-assertion-contract'])
  // Code of another kind at the address is not trusted.
  await polygon('anvil_setCode', [OUTCOME_ASSERTION.address, '0x00'])
  await polygon('evm_mine', [])
  await newHead()
  const other = await protect({
    chain: 'polygon',
    from: others.trader,
    to: its.usdc,
    data: transfer(others.friend, 1n),
  })
  assert.equal(other.reason, 'no-assertion-contract')
})

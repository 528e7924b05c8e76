import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { concat, encodeFunctionData, encodePacked, parseAbi, size } from 'viem/utils'
import { assemble, deployer } from '../../evm/simulation/testing/assembler.ts'
import { approve, approveAll, swapTokensForNative, transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_ETHEREUM } from '../../testing/newHead.ts'
import { forwardOf, metaTransactionOf, operationOf, safeCallOf } from '../../testing/sandboxExecutions.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { MessageScanResult } from '../../usecases/scans/message/scanMessage.ts'

const ABI = parseAbi([
  'function nonce() view returns (uint256)',
  'function execute(address target, uint256 value, bytes data)',
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function multiSend(bytes transactions)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
])
const ETHER = 10n ** 18n
/** MultiSend 1.4.1 of the Safe project. */
const MULTI_SEND = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'
const CLAIM: Hex = '0x4e71d92d'
const SET: Hex = '0x11223344'
/** Gives back what comes with the call, or keeps it. */
const REFUND = '0 0 0 0 CALLVALUE CALLER GAS CALL STOP :keep STOP'

// What an account is made to run by a signature is judged like a transaction of that account: the same rules, all environments.
describe('executions under a signature, on the sandbox', () => {
  const world = sandboxWorld('ethereum')
  const { actors, tokens, traps, nfts, dex, decimals, safe, erc4337 } = world
  const dollars = units(2_000, decimals.usdc)
  const http = createOperatorFetch()
  let service: ScanService
  let rpc: NodeRpc
  let nonce: number

  before(async () => {
    service = await startScanService('test', {}, ON_ETHEREUM)
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
    await send(actors.trader, tokens.usdc, approve(dex.v2Router, UNLIMITED))
    await rpc('anvil_setBalance', [safe.account, `0x${(10n * ETHER).toString(16)}`])
    nonce = Number(await read(safe.account, encodeFunctionData({ abi: ABI, functionName: 'nonce' })))
  })
  after(async () => {
    await http.close()
    await service.close()
  })

  async function send(from: Address, to: Address | null, data: Hex): Promise<Address> {
    const hash = await rpc('eth_sendTransaction', [{ from, ...(to && { to }), data, gas: '0x800000' }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex; contractAddress: Address }
    assert.equal(receipt.status, '0x1')
    await newHead()
    return receipt.contractAddress
  }
  const read = async (to: Address, data: Hex) => (await rpc('eth_call', [{ to, data }, 'latest'])) as Hex
  const deploy = (source: string) => send(actors.drainerOperator, null, deployer(assemble(source)))
  async function scan(typedData: object): Promise<MessageScanResult> {
    const body = { address: actors.trader, chain: 'ethereum', typedData, options: { deadlineMs: 20_000 } }
    const { status, json } = await service.ask('/v1/scan/message', body)
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: MessageScanResult }).data
  }
  const asTransaction = (to: Address, data: Hex, value = 0n) =>
    service.scan({
      from: actors.trader,
      to,
      data,
      value: String(value),
      chain: 'ethereum',
      options: { deadlineMs: 20_000 },
    })
  const ids = ({ warnings }: Pick<MessageScanResult, 'warnings'>) => warnings.map(({ id }) => id)
  const seen = (result: MessageScanResult) => `${result.recommendation} ${result.riskScore}: ${ids(result).join(', ')}`
  const inSafe = (to: Address, data: Hex = '0x', value = 0n) => safeCallOf(world, { to, data, value }, nonce)

  describe('an approval in it', () => {
    const all = approve(actors.spender, UNLIMITED)
    const cases: [name: string, () => object, rule: string][] = [
      ['of a wallet, forwarded', () => forwardOf(world, { to: tokens.usdc, data: all }), 'approval-to-eoa'],
      ['of a wallet, as a meta-transaction', () => metaTransactionOf(world, tokens.usdc, all), 'approval-to-eoa'],
      ['of a wallet, by a Safe', () => inSafe(tokens.usdc, all), 'approval-to-eoa'],
      [
        'of a wallet over a collection, forwarded',
        () => forwardOf(world, { to: nfts.collectible, data: approveAll(actors.spender) }),
        'operator-approval-to-eoa',
      ],
      [
        'of an unknown contract, by a Safe',
        () => inSafe(tokens.usdc, approve(traps.maliciousDelegate, UNLIMITED)),
        'unlimited-approval-to-unknown-contract',
      ],
    ]
    for (const [name, typedData, rule] of cases)
      test(`${name}, is blocked`, async () => {
        const result = await scan(typedData())
        assert.equal(result.recommendation, 'BLOCK', seen(result))
        assert.ok(ids(result).includes(rule), seen(result))
        assert.match(result.explanation?.summary ?? '', /you let .* take (all|every)/i)
        assert.notEqual(result.simulation?.approvalChanges[0]?.riskLevel, 'low')
      })

    test('of a wallet, by a user operation whose account is made by it, is blocked', async () => {
      const result = await scan((await operation(tokens.usdc, 0n, all)).typedData)
      assert.equal(result.recommendation, 'BLOCK', seen(result))
      assert.ok(ids(result).includes('approval-to-eoa'), seen(result))
      assert.ok(!ids(result).includes('reverting-transaction'), seen(result))
      // Only the whole operation makes the account, so only it shows the permission.
      assert.equal(result.simulation?.approvalChanges[0]?.after, 'unlimited')
    })

    test('of a wallet, in a batch of a Safe beside a payment, is blocked', async () => {
      const result = await scan(batchInSafe([tokens.usdc, all], [tokens.usdc, transfer(actors.friend, 5n)]))
      assert.equal(result.recommendation, 'BLOCK', seen(result))
      assert.ok(ids(result).includes('approval-to-eoa'), seen(result))
    })

    test('of a known router, of what is to be spent, goes ahead', async () => {
      const bounded = approve(dex.v2Router, dollars)
      for (const typedData of [forwardOf(world, { to: tokens.usdc, data: bounded }), inSafe(tokens.usdc, bounded)]) {
        const result = await scan(typedData)
        assert.equal(result.recommendation, 'PROCEED', seen(result))
      }
    })
  })

  /** By the trader's account of EntryPoint 0.8, which stands nowhere yet: the operation makes it. */
  async function operation(to: Address, value: bigint, data: Hex) {
    const of = (functionName: 'createAccount' | 'getAddress') =>
      encodeFunctionData({ abi: ABI, functionName, args: [actors.trader, 0n] })
    const sender = `0x${(await read(erc4337.accountFactory08, of('getAddress'))).slice(26)}` as const
    const callData = encodeFunctionData({ abi: ABI, functionName: 'execute', args: [to, value, data] })
    const initCode = concat([erc4337.accountFactory08, of('createAccount')])
    return { sender, typedData: operationOf(world, sender, callData, { initCode }) }
  }

  function batchInSafe(...calls: [to: Address, data: Hex][]) {
    const packed = calls.map(([to, data]) =>
      encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, 0n, BigInt(size(data)), data]),
    )
    const data = encodeFunctionData({ abi: ABI, functionName: 'multiSend', args: [concat(packed)] })
    return safeCallOf(world, { to: MULTI_SEND, data, operation: 1 }, nonce)
  }

  describe('coins sent along with “claim” by a Safe, which come back while it is looked at', () => {
    const eight = 8n * ETHER

    test('until an account sets a flag', async () => {
      const functions = `0 CALLDATALOAD 224 SHR DUP1 ${CLAIM} EQ @claim JUMPI ${SET} EQ @set JUMPI 0 0 REVERT`
      const flag = await deploy(`${functions} :set 4 CALLDATALOAD 0 SSTORE STOP :claim 0 SLOAD @keep JUMPI ${REFUND}`)
      const result = await scan(inSafe(flag, CLAIM, eight))
      assert.ok(ids(result).includes('front-runnable-outcome'), seen(result))
      assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), seen(result))
    })

    test('until an hour has passed', async () => {
      const late = await deploy(`TIMESTAMP ${world.headTimestamp + 3_600} LT @keep JUMPI ${REFUND}`)
      const result = await scan(inSafe(late, CLAIM, eight))
      assert.ok(ids(result).includes('simulation-evading-transaction'), seen(result))
      assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), seen(result))
    })

    test('by luck', async () => {
      const random = await deploy(`PREVRANDAO 3 AND @keep JUMPI ${REFUND}`)
      const result = await scan(inSafe(random, CLAIM, eight))
      assert.ok(ids(result).includes('simulation-evading-transaction'), seen(result))
      assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), seen(result))
    })

    test('by chance of nothing: coins for a friend go ahead', async () => {
      const result = await scan(inSafe(actors.friend, '0x', ETHER))
      assert.equal(result.recommendation, 'PROCEED', seen(result))
      assert.deepEqual(result.unknown, [])
      assert.match(result.explanation?.summary ?? '', /^For the account Safe .* called “you” here: you send 1 ETH to /)
    })
  })

  describe('a trade, forwarded', () => {
    const sold = (to: Address) => swapTokensForNative(dollars, [tokens.usdc, tokens.wrapped], to)

    test('whose proceeds go to a stranger is what the same transaction is', async () => {
      const data = sold(actors.drainerCashOut)
      const result = await scan(forwardOf(world, { to: dex.v2Router, data }))
      assert.ok(ids(result).includes('trade-proceeds-to-another-address'), seen(result))
      const plain = await asTransaction(dex.v2Router, data)
      assert.equal(result.recommendation, plain.recommendation, seen(result))
      assert.notEqual(result.recommendation, 'PROCEED')
    })

    test('for oneself goes ahead', async () => {
      const result = await scan(forwardOf(world, { to: dex.v2Router, data: sold(actors.trader) }))
      assert.equal(result.recommendation, 'PROCEED', seen(result))
      assert.match(result.explanation?.summary ?? '', /^You swap [\d,.]+ USDC for [\d.]+ ETH\./)
    })
  })

  test('an approval and the trade it is for, in one batch of a Safe, go ahead', async () => {
    const sale = swapTokensForNative(dollars, [tokens.usdc, tokens.wrapped], safe.account)
    const result = await scan(batchInSafe([tokens.usdc, approve(dex.v2Router, dollars)], [dex.v2Router, sale]))
    assert.equal(result.recommendation, 'PROCEED', seen(result))
    assert.match(result.explanation?.summary ?? '', /you swap [\d,.]+ USDC|give [\d,.]+ USDC and receive/)
  })

  test('a trade of a Safe that expires in a quarter of an hour is no pill', async () => {
    const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
    const path = [tokens.wrapped, tokens.usdc]
    const data = encodeFunctionData({
      abi: ABI,
      functionName: 'swapExactETHForTokens',
      args: [1n, path, safe.account, BigInt(timestamp) + 900n],
    })
    const result = await scan(inSafe(dex.v2Router, data, ETHER / 10n))
    assert.equal(result.recommendation, 'PROCEED', seen(result))
  })

  test('a user operation that makes its account and pays a friend goes ahead', async () => {
    const { sender, typedData } = await operation(actors.friend, ETHER, '0x')
    await rpc('anvil_setBalance', [sender, `0x${(10n * ETHER).toString(16)}`])
    await rpc('evm_mine', [])
    await newHead()
    const result = await scan(typedData)
    assert.equal(result.recommendation, 'PROCEED', seen(result))
    assert.match(result.explanation?.summary ?? '', /you send 1 ETH to/)
  })

  test('a user operation of an account that is not there ran nothing, and says so', async () => {
    const data = transfer(actors.spender, dollars)
    const callData = encodeFunctionData({ abi: ABI, functionName: 'execute', args: [tokens.usdc, 0n, data] })
    for (const initCode of ['0x', `0x${'11'.repeat(40)}`]) {
      const result = await scan(operationOf(world, actors.trader, callData, { initCode }))
      assert.ok(ids(result).includes('user-operation-for-undeployed-account'), seen(result))
      assert.notEqual(result.recommendation, 'PROCEED')
    }
    const all = encodeFunctionData({
      abi: ABI,
      functionName: 'execute',
      args: [tokens.usdc, 0n, approve(actors.spender, UNLIMITED)],
    })
    const permission = await scan(operationOf(world, actors.trader, all))
    assert.equal(permission.recommendation, 'BLOCK', seen(permission))
  })

  test('a user operation that overpays its submitter is reported', async () => {
    const { typedData } = await operation(actors.friend, 0n, '0x')
    const result = await scan({
      ...typedData,
      message: { ...typedData.message, preVerificationGas: String(10n ** 12n), gasFees: `0x${'f'.repeat(64)}` },
    })
    assert.ok(ids(result).includes('excessive-user-operation-fee'), seen(result))
    assert.ok(!ids(result).includes('rejected-transaction'), seen(result))
  })

  test('a payment in tokens names its receiver', async () => {
    const data = transfer(actors.friend, units(5, decimals.usdc))
    const result = await scan(inSafe(tokens.usdc, data))
    assert.equal(result.recommendation, 'PROCEED', seen(result))
    assert.match(result.explanation?.summary ?? '', /you send 5 USDC to .* call “transfer” of USD Coin/)
  })

  test('a Safe that changes itself is said to', async () => {
    const data = encodeFunctionData({
      abi: ABI,
      functionName: 'addOwnerWithThreshold',
      args: [actors.spender, 1n],
    })
    const result = await scan(inSafe(safe.account, data))
    assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), seen(result))
    assert.match(result.explanation?.summary ?? '', /“addOwnerWithThreshold” of (itself|yourself)/)
  })

  test('an expired permission is judged by its expiry alone', async () => {
    const used = safeCallOf(world, { to: tokens.usdc, data: approve(actors.spender, UNLIMITED) }, nonce - 1)
    const result = await scan(used)
    assert.match(result.simulation?.worthless[0]?.reason ?? '', /nonce was used/)
    assert.ok(!ids(result).includes('approval-to-eoa'), seen(result))
  })

  test('foreign code as one’s own is no transaction: its rules are unknown, not clear', async () => {
    const result = await scan(safeCallOf(world, { to: traps.maliciousDelegate, operation: 1 }, nonce))
    assert.equal(result.recommendation, 'BLOCK', seen(result))
    assert.ok(result.unknown.includes('transaction'))
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { sign } from 'viem/accounts'
import { encodeFunctionData, hashMessage, numberToHex, parseAbi } from 'viem/utils'
import { ACCOUNT_FACTORY_ABI } from '../../sandbox/abis.ts'
import { ACTORS } from '../../sandbox/actors.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { nativeWorth, PROFILES, units } from '../../sandbox/profiles.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_SANDBOX } from '../../testing/newHead.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'

// BaseAccount of eth-infinitism, and its entry points.
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
const ENTRY_POINT_06_ABI = parseAbi([
  'struct Op { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'function getUserOpHash(Op op) view returns (bytes32)',
])
const GAS = { callGasLimit: 300_000n, verificationGasLimit: 600_000n, preVerificationGas: 60_000n }
const DUMMY: Hex = `0x${'ff'.repeat(32)}${'7a'.repeat(32)}1c`

type Operation = { sender: Address; nonce: bigint; callData: Hex; initCode: Hex; signature: Hex }

// Entry points, accounts and their factory are the real ones; operations are really signed.
describe('user operations on the sandbox', () => {
  let service: ScanService
  const http = createOperatorFetch()

  before(async () => {
    service = await startScanService('test', {}, ON_SANDBOX)
    for (const chain of SANDBOX_CHAINS) {
      const world = sandboxWorld(chain)
      for (const factory of factoriesOf(world)) {
        const account = await newAccountOf(world, factory)
        await send(world, world.actors.exchange, account, '0x', nativeWorth(chain, 1_000))
        await send(world, world.actors.exchange, world.tokens.usdc, transfer(account, units(200, world.decimals.usdc)))
      }
    }
    await newHead()
  })
  after(async () => {
    await http.close()
    await service.close()
  })

  const factoriesOf = ({ erc4337: { accountFactory06, accountFactory07, accountFactory08 } }: SandboxWorld) => [
    accountFactory06,
    accountFactory07,
    accountFactory08,
  ]
  const nodeOf = async (world: SandboxWorld): Promise<NodeRpc> =>
    nodeRpc((await service.app.sandbox()).rpcUrls[world.chain], http)
  async function call(world: SandboxWorld, to: Address, data: Hex): Promise<Hex> {
    return (await (
      await nodeOf(world)
    )('eth_call', [{ to, data }, 'latest'])) as Hex
  }
  async function send(world: SandboxWorld, from: Address, to: Address, data: Hex, value = 0n): Promise<void> {
    const rpc = await nodeOf(world)
    const hash = await rpc('eth_sendTransaction', [{ from, to, data, value: numberToHex(value), gas: '0x300000' }])
    await rpc('evm_mine', [])
    assert.equal(((await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }).status, '0x1')
  }
  /** The trader's account with salt 5, which is not deployed yet. */
  async function newAccountOf(world: SandboxWorld, factory: Address): Promise<Address> {
    const args = [world.actors.trader, 5n] as const
    const data = encodeFunctionData({ abi: ACCOUNT_FACTORY_ABI, functionName: 'getAddress', args })
    return `0x${(await call(world, factory, data)).slice(26)}`
  }
  const creation = (world: SandboxWorld, factory: Address): Hex => {
    const args = [world.actors.trader, 5n] as const
    return `${factory}${encodeFunctionData({ abi: ACCOUNT_FACTORY_ABI, functionName: 'createAccount', args }).slice(2)}`
  }
  const feesOf = ({ chain }: SandboxWorld) => {
    const { base, tip } = PROFILES[chain].fees
    return { maxFeePerGas: base * 2n + tip, maxPriorityFeePerGas: tip }
  }
  const half = (value: bigint) => value.toString(16).padStart(32, '0')
  const packedOf = (world: SandboxWorld, op: Operation, fees = feesOf(world)) => ({
    sender: op.sender,
    nonce: op.nonce,
    initCode: op.initCode,
    callData: op.callData,
    signature: op.signature,
    accountGasLimits: `0x${half(GAS.verificationGasLimit)}${half(GAS.callGasLimit)}` as Hex,
    preVerificationGas: GAS.preVerificationGas,
    gasFees: `0x${half(fees.maxPriorityFeePerGas)}${half(fees.maxFeePerGas)}` as Hex,
    paymasterAndData: '0x' as Hex,
  })
  /** As the account of that version wants it: a personal message before 0.8, the hash itself since. */
  async function signed(
    world: SandboxWorld,
    op: Operation,
    how: { entryPoint: Address; actor?: 'trader' | 'batching'; fees?: ReturnType<typeof feesOf> },
  ): Promise<Operation> {
    const { erc4337 } = world
    const fees = how.fees ?? feesOf(world)
    const data =
      how.entryPoint === erc4337.entryPoint06
        ? encodeFunctionData({
            abi: ENTRY_POINT_06_ABI,
            functionName: 'getUserOpHash',
            args: [{ ...op, ...GAS, ...fees, paymasterAndData: '0x' }],
          })
        : encodeFunctionData({ abi: ENTRY_POINT_ABI, functionName: 'getUserOpHash', args: [packedOf(world, op, fees)] })
    const hash = await call(world, how.entryPoint, data)
    const { privateKey } = ACTORS[how.actor ?? 'trader']
    const digest = how.entryPoint === erc4337.entryPoint08 ? hash : hashMessage({ raw: hash })
    return { ...op, signature: await sign({ hash: digest, privateKey, to: 'hex' }) }
  }
  const text = (members: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
    )
  const scan = (world: SandboxWorld, entryPoint: Address, op: Operation, fees = feesOf(world)) => {
    const userOperation = text({ ...op, ...GAS, ...fees })
    return service.scan({ chain: world.chain, entryPoint, userOperation, options: { deadlineMs: 20_000 } })
  }
  const ids = ({ warnings }: TransactionScanResult) => warnings.map(({ id }) => id)
  const seen = (result: TransactionScanResult) =>
    `${result.recommendation} ${result.riskScore}: ${ids(result).join(', ')}; ${JSON.stringify(result.simulation)}`
  const lossOf = ({ simulation }: TransactionScanResult, account: Address, asset: string) =>
    simulation?.balanceChanges.find((row) => row.account.toLowerCase() === account.toLowerCase() && row.asset === asset)
      ?.change
  const nonceOf = async (world: SandboxWorld, entryPoint: Address, sender: Address) =>
    BigInt(
      await call(
        world,
        entryPoint,
        encodeFunctionData({ abi: ENTRY_POINT_ABI, functionName: 'getNonce', args: [sender, 0n] }),
      ),
    )

  for (const chain of SANDBOX_CHAINS) {
    const world = sandboxWorld(chain)
    const { actors, tokens, decimals, erc4337, traps } = world
    const coin = PROFILES[chain].wrapped.symbol.slice(1)
    const pay = (amount: number) =>
      encodeFunctionData({
        abi: ACCOUNT_ABI,
        functionName: 'execute',
        args: [tokens.usdc, 0n, transfer(actors.friend, units(amount, decimals.usdc))],
      })
    const payment = (more: Partial<Operation> = {}): Operation => ({
      sender: erc4337.account,
      nonce: 0n,
      callData: pay(50),
      initCode: '0x',
      signature: '0x',
      ...more,
    })

    describe(chain, () => {
      test('without a signature the account is called; signed, the entry point does it and takes its fee', async () => {
        const entryPoint = erc4337.entryPoint07
        const plain = await scan(world, entryPoint, payment())
        assert.equal(plain.simulation?.operation, null)
        assert.equal(lossOf(plain, erc4337.account, 'USDC'), '-50', seen(plain))
        assert.equal(lossOf(plain, erc4337.account, coin), undefined)
        const full = await scan(world, entryPoint, await signed(world, payment(), { entryPoint }))
        const { operation } = full.simulation ?? {}
        assert.equal(operation?.accepted, true, seen(full))
        assert.equal(operation.success, true)
        assert.equal(operation.payer, erc4337.account)
        assert.ok(BigInt(operation.fee ?? 0) > 0n)
        assert.equal(lossOf(full, erc4337.account, 'USDC'), '-50', seen(full))
        assert.equal(lossOf(full, erc4337.account, coin), undefined, 'a fee is no loss')
        assert.deepEqual([plain.recommendation, full.recommendation], ['PROCEED', 'PROCEED'], seen(full))
      })

      test('a dummy signature changes nothing', async () => {
        const result = await scan(world, erc4337.entryPoint07, payment({ signature: DUMMY }))
        assert.match(result.simulation?.operation?.refusal ?? '', /^AA2[34]/, seen(result))
        assert.equal(lossOf(result, erc4337.account, 'USDC'), '-50', seen(result))
        assert.ok(!ids(result).includes('rejected-user-operation'))
      })

      test('an operation that cannot be paid for is refused, and that is said', async () => {
        const entryPoint = erc4337.entryPoint07
        const fees = { maxFeePerGas: nativeWorth(chain, 1), maxPriorityFeePerGas: 1n }
        const op = await signed(world, payment(), { entryPoint, fees })
        const result = await scan(world, entryPoint, op, fees)
        assert.match(result.simulation?.operation?.refusal ?? '', /^AA21/, seen(result))
        assert.ok(ids(result).includes('rejected-user-operation'), seen(result))
      })

      test('an operation that was done is refused for its nonce, and took what the scan said', async () => {
        const entryPoint = erc4337.entryPoint07
        const op = await signed(world, payment(), { entryPoint })
        const said = await scan(world, entryPoint, op)
        const data = encodeFunctionData({
          abi: ENTRY_POINT_ABI,
          functionName: 'handleOps',
          args: [[packedOf(world, op)], actors.worker],
        })
        await send(world, actors.worker, entryPoint, data)
        await newHead()
        assert.equal(lossOf(said, erc4337.account, 'USDC'), '-50')
        assert.equal(await nonceOf(world, entryPoint, erc4337.account), 1n)
        const again = await scan(world, entryPoint, op)
        assert.match(again.simulation?.operation?.refusal ?? '', /^AA25/, seen(again))
        assert.ok(ids(again).includes('rejected-user-operation'), seen(again))
      })

      for (const version of ['06', '07', '08'] as const)
        test(`an account of entry point ${version} is made first, by its sender creator`, async () => {
          const entryPoint = erc4337[`entryPoint${version}`]
          const factory = erc4337[`accountFactory${version}`]
          const sender = await newAccountOf(world, factory)
          const op = payment({ sender, initCode: creation(world, factory) })
          const plain = await scan(world, entryPoint, op)
          assert.deepEqual(
            plain.simulation?.calls?.map(({ success }) => success),
            [true, true],
            seen(plain),
          )
          assert.notEqual(
            plain.simulation?.calls?.[0]?.to?.toLowerCase(),
            factory.toLowerCase(),
            'not by the factory alone',
          )
          assert.equal(lossOf(plain, sender, 'USDC'), '-50', seen(plain))
          const full = await scan(world, entryPoint, await signed(world, op, { entryPoint }))
          assert.equal(full.simulation?.operation?.accepted, true, seen(full))
          assert.equal(lossOf(full, sender, 'USDC'), '-50', seen(full))
        })

      test('a delegated account (EIP-7702) sends several calls; a drain among them is the drain', async () => {
        const entryPoint = erc4337.entryPoint08
        const batch = (...calls: { target: Address; value: bigint; data: Hex }[]) =>
          payment({
            sender: actors.batching,
            callData: encodeFunctionData({ abi: ACCOUNT_ABI, functionName: 'executeBatch', args: [calls] }),
          })
        const friendly = { target: tokens.usdc, value: 0n, data: transfer(actors.friend, units(20, decimals.usdc)) }
        const honest = await signed(world, batch(friendly, friendly), { entryPoint, actor: 'batching' })
        const fine = await scan(world, entryPoint, honest)
        assert.equal(fine.simulation?.operation?.success, true, seen(fine))
        assert.equal(lossOf(fine, actors.batching, 'USDC'), '-40', seen(fine))
        assert.ok(['PROCEED', 'REVIEW'].includes(fine.recommendation), seen(fine))
        const approval = encodeFunctionData({
          abi: parseAbi(['function approve(address,uint256)']),
          functionName: 'approve',
          args: [traps.drainer, UNLIMITED],
        })
        const take = { target: traps.drainer, value: 0n, data: '0x4e71d92d' as Hex }
        const bad = batch(friendly, { target: tokens.usdc, value: 0n, data: approval }, take)
        const drained = await scan(world, entryPoint, await signed(world, bad, { entryPoint, actor: 'batching' }))
        assert.equal(drained.recommendation, 'BLOCK', seen(drained))
      })

      test('an operation whose calls fail is accepted, paid for, and shown to fail', async () => {
        const entryPoint = erc4337.entryPoint08
        const op = payment({ sender: actors.batching, callData: pay(9_000_000) })
        const result = await scan(world, entryPoint, await signed(world, op, { entryPoint, actor: 'batching' }))
        const { operation } = result.simulation ?? {}
        assert.deepEqual([operation?.accepted, operation?.success], [true, false], seen(result))
        assert.ok(BigInt(operation?.fee ?? 0) > 0n)
        assert.ok(ids(result).includes('reverting-transaction'), seen(result))
      })
    })
  }
})

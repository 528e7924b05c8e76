import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { DELEGATE_ABI, DRAINER_ABI } from '../../sandbox/abis.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { approve, approveAll, transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'
import { swapBody } from '../../testing/swapBody.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'

const service = await sharedService()

const ENTRY_POINT = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

const scan = (world: SandboxWorld, body: object) =>
  service.scan({ chain: world.chain, ...body, options: { deadlineMs: 20_000 } })
const ids = ({ warnings }: TransactionScanResult) => warnings.map(({ id }) => id)
const seen = (result: TransactionScanResult) =>
  `${result.recommendation} ${result.riskScore}: ${ids(result).join(', ')}; unknown: ${result.unknown.join(', ')}`
const scenarioBody = (world: SandboxWorld, id: string) => {
  const found = allScenarios(world).find((one) => one.id === id)
  assert.ok(found, id)
  return found.body
}

for (const chain of SANDBOX_CHAINS) {
  const world = sandboxWorld(chain)
  const { actors, tokens, traps, nfts, decimals, dex } = world
  const dollars = units(50, decimals.usdc)
  const swap = swapBody(world)

  describe(`a bundle on ${chain}`, () => {
    test('of an honest trade and a payment to a friend is what its calls are', async () => {
      const pay = { to: tokens.usdc, data: transfer(actors.friend, dollars) }
      const result = await scan(world, {
        from: actors.trader,
        calls: [{ to: swap.to, value: swap.value, data: swap.data }, pay],
      })
      assert.equal(result.recommendation, 'PROCEED', seen(result))
      assert.equal(result.simulation?.success, true)
      assert.deepEqual(
        result.simulation?.calls?.map(({ to, success }) => [to, success]),
        [
          [dex.v2Router, true],
          [tokens.usdc, true],
        ],
      )
      assert.equal(result.decoded.functionName, 'calls')
      assert.ok(result.decoded.calls.some(({ functionName }) => functionName === 'transfer'))
      assert.deepEqual(result.unknown, [], seen(result))
    })

    test('receives coins that a contract sends by transfer, with 2,300 gas', async () => {
      const coins = 10n ** 17n
      const result = await scan(world, {
        from: actors.trader,
        calls: [
          { to: tokens.wrapped, value: coins.toString(), data: '0xd0e30db0' },
          { to: tokens.wrapped, data: `0x2e1a7d4d${coins.toString(16).padStart(64, '0')}` },
          { to: tokens.usdc, data: transfer(actors.friend, dollars) },
        ],
      })
      assert.deepEqual(
        result.simulation?.calls?.map(({ success }) => success),
        [true, true, true],
        JSON.stringify(result.simulation?.calls),
      )
      assert.equal(result.recommendation, 'PROCEED', seen(result))
    })

    test('of an approval and what it is good for leaves no permission to warn of', async () => {
      const result = await scan(world, {
        from: actors.trader,
        calls: [
          { to: tokens.usdc, data: approve(dex.v2Router, dollars) },
          { to: dex.v2Router, data: sellDollars(world, dollars) },
        ],
      })
      assert.equal(result.simulation?.success, true, JSON.stringify(result.simulation?.calls))
      assert.deepEqual(
        result.simulation?.approvalChanges.filter(({ after }) => after !== '0'),
        [],
      )
      assert.ok(['PROCEED', 'REVIEW'].includes(result.recommendation), seen(result))
    })

    test('with a drain among honest calls is the drain', async () => {
      const drain = scenarioBody(world, 'drain-disguised-as-claim')
      const honest = { to: swap.to, value: swap.value, data: swap.data }
      const bad = { to: drain.to, data: drain.data, value: drain.value }
      for (const calls of [
        [honest, bad],
        [bad, honest],
      ]) {
        const result = await scan(world, { from: drain.from, calls })
        assert.equal(result.recommendation, 'BLOCK', seen(result))
        assert.ok(ids(result).includes('asset-drain-through-approvals'), seen(result))
      }
    })

    test('that permits in one call and takes in the next is a drain, which neither call is', async () => {
      const take = encodeFunctionData({ abi: DRAINER_ABI, functionName: 'claim' })
      const result = await scan(world, {
        from: actors.trader,
        calls: [
          { to: tokens.usdc, data: approve(traps.drainer, UNLIMITED) },
          { to: traps.drainer, data: take },
        ],
      })
      assert.equal(result.recommendation, 'BLOCK', seen(result))
    })

    test('of approvals to a stranger is blocked, whatever else is in it', async () => {
      const result = await scan(world, {
        from: actors.trader,
        calls: [
          { to: tokens.usdc, data: approve(traps.drainer, UNLIMITED) },
          { to: tokens.dai, data: approve(traps.drainer, UNLIMITED) },
          { to: nfts.items, data: approveAll(traps.drainer) },
          { to: swap.to, value: swap.value, data: swap.data },
        ],
      })
      assert.equal(result.recommendation, 'BLOCK', seen(result))
      assert.ok(ids(result).includes('unlimited-approval-to-unknown-contract'), seen(result))
      assert.ok(ids(result).includes('batch-approval'), seen(result))
    })

    test('that takes an approval back is the approval, unless all calls are made or none', async () => {
      const permit = (spender: Address, amount: bigint) => ({ to: tokens.usdc, data: approve(spender, amount) })
      const honest = { to: swap.to, value: swap.value, data: swap.data }
      for (const spender of [actors.spender, traps.drainer]) {
        const calls = [permit(spender, UNLIMITED), honest, permit(spender, 0n)]
        const loose = await scan(world, { from: actors.trader, calls })
        assert.equal(loose.recommendation, 'BLOCK', seen(loose))
        const [worst] = loose.warnings.filter(({ id }) => id === 'harmful-partial-bundle')
        assert.ok(!ids(loose).includes('unlimited-approval-to-unknown-contract'), 'the whole leaves no approval')
        assert.deepEqual(
          [worst?.severity, worst?.evidence.lastCall, worst?.evidence.calls],
          ['critical', 1, 3],
          seen(loose),
        )
        const atomic = await scan(world, { from: actors.trader, calls, atomicRequired: true })
        // Who is approved may be dangerous all the same.
        assert.doesNotMatch(seen(atomic), /harmful-partial-bundle|approval-to-eoa|unlimited-approval/)
      }
    })

    test('that approves, spends and takes the rest back is quiet where the spender is a protocol', async () => {
      const result = await scan(world, {
        from: actors.trader,
        calls: [
          { to: tokens.usdc, data: approve(dex.v2Router, UNLIMITED) },
          { to: dex.v2Router, data: sellDollars(world, dollars) },
          { to: tokens.usdc, data: approve(dex.v2Router, 0n) },
        ],
      })
      assert.equal(result.recommendation, 'PROCEED', seen(result))
      assert.ok(!ids(result).includes('harmful-partial-bundle'), seen(result))
      assert.deepEqual(result.unknown, [], seen(result))
    })

    test('a failing call is named; before an atomic one everything is undone', async () => {
      const much = { to: tokens.usdc, data: transfer(actors.friend, 10n ** 30n) }
      const little = { to: tokens.usdc, data: transfer(actors.friend, dollars) }
      const loose = await scan(world, { from: actors.trader, calls: [much, little] })
      assert.equal(loose.simulation?.success, false)
      assert.deepEqual(
        loose.simulation?.calls?.map(({ success }) => success),
        [false, true],
      )
      assert.ok(ids(loose).includes('failing-bundled-call'), seen(loose))
      assert.ok((loose.simulation?.balanceChanges.length ?? 0) > 0)
      const atomic = await scan(world, { from: actors.trader, calls: [little, much], atomicRequired: true })
      assert.match(atomic.simulation?.revertReason ?? '', /^call 2 of 2/)
      assert.deepEqual(atomic.simulation?.balanceChanges, [])
      assert.ok(ids(atomic).includes('reverting-transaction'), seen(atomic))
    })

    test('a listed callee is found in any place', async () => {
      const listed = { to: world.listed.drainer, data: '0x12345678' }
      const result = await scan(world, {
        from: actors.trader,
        calls: [{ to: swap.to, value: swap.value, data: swap.data }, listed],
      })
      assert.ok(ids(result).includes('flagged-recipient'), seen(result))
      assert.equal(result.recommendation, 'BLOCK')
    })
  })

  describe(`a user operation on ${chain}`, () => {
    const operation = (calls: { to: Hex; value: bigint; data: Hex }[], more: object = {}) => ({
      sender: actors.trader,
      nonce: '0x0',
      callData: encodeFunctionData({ abi: DELEGATE_ABI, functionName: 'execute', args: [calls] }),
      ...more,
    })
    const code = (of: string) => ({ eip7702Auth: { chainId: 0, address: of, nonce: 0 } })

    test('of a delegated account is judged by what its calls do', async () => {
      const honest = operation([{ to: tokens.usdc, value: 0n, data: transfer(actors.friend, dollars) }])
      const result = await scan(world, { entryPoint: ENTRY_POINT, userOperation: honest })
      assert.ok(
        result.decoded.calls.some(({ functionName }) => functionName === 'transfer'),
        JSON.stringify(result.decoded),
      )
      assert.equal(result.simulation?.balanceChanges.length, 0, 'an account without code does nothing')
    })

    test('brings its delegation along', async () => {
      const userOperation = operation([], code(traps.maliciousDelegate))
      const result = await scan(world, { entryPoint: ENTRY_POINT, userOperation })
      assert.ok(ids(result).includes('account-delegation'), seen(result))
      assert.equal(result.recommendation, 'BLOCK', seen(result))
    })

    test('for an entry point of its own is a finding', async () => {
      const result = await scan(world, { entryPoint: traps.drainer, userOperation: operation([]) })
      assert.ok(ids(result).includes('unknown-entry-point'), seen(result))
      assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), seen(result))
    })

    test('whose fee is the theft is a finding', async () => {
      const userOperation = operation([], { preVerificationGas: '900000000', maxFeePerGas: String(500n * 10n ** 9n) })
      const result = await scan(world, { entryPoint: ENTRY_POINT, userOperation })
      assert.ok(ids(result).includes('excessive-user-operation-fee'), seen(result))
    })
  })
}

test('a blob transaction of a person is a finding, and cannot be sent where it is malformed', async () => {
  const world = sandboxWorld('ethereum')
  const body = { from: world.actors.trader, to: world.actors.friend, data: '0x', maxFeePerGas: '90000000000' }
  const fine = await scan(world, { ...body, maxFeePerBlobGas: '1', blobVersionedHashes: [`0x01${'ab'.repeat(31)}`] })
  assert.ok(ids(fine).includes('blob-transaction'), seen(fine))
  const odd = await scan(world, { ...body, maxFeePerBlobGas: '1', blobVersionedHashes: [`0x02${'ab'.repeat(31)}`] })
  assert.match(odd.simulation?.revertReason ?? '', /begins with 0x01/)
  assert.equal(odd.simulation?.outcome, 'rejected')
})

test('an access list is paid for', async () => {
  const body = swapBody(sandboxWorld('ethereum'))
  const accessList = [{ address: `0x${'ab'.repeat(20)}`, storageKeys: [`0x${'00'.repeat(32)}`] }]
  const plain = await scan(sandboxWorld('ethereum'), body)
  const listed = await scan(sandboxWorld('ethereum'), { ...body, accessList })
  assert.equal(BigInt(listed.simulation?.gasUsed ?? 0) - BigInt(plain.simulation?.gasUsed ?? 0), 4_300n)
})

function sellDollars({ tokens, actors }: SandboxWorld, amount: bigint): `0x${string}` {
  return encodeFunctionData({
    abi: ROUTER_ABI,
    functionName: 'swapExactTokensForETH',
    args: [amount, 1n, [tokens.usdc, tokens.wrapped], actors.trader, 2n ** 40n],
  })
}

const ROUTER_ABI = [
  {
    type: 'function',
    name: 'swapExactTokensForETH',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'amountIn', type: 'uint256' },
      { name: 'amountOutMin', type: 'uint256' },
      { name: 'path', type: 'address[]' },
      { name: 'to', type: 'address' },
      { name: 'deadline', type: 'uint256' },
    ],
    outputs: [{ name: 'amounts', type: 'uint256[]' }],
  },
] as const

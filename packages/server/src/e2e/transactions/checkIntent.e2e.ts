import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import type { IntentResult } from '../../http/schemas/intent.ts'
import { approve, swapTokensForNative, transfer } from '../../sandbox/history/calls.ts'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'

const service = await sharedService()

const { chain, actors, dex, nfts, tokens, traps, headTimestamp } = sandboxWorld('ethereum')
const { trader, friend, stranger } = { stranger: actors.spender, ...actors }
const TENTH = parseEther('0.1')
const DEADLINE = headTimestamp + 1_200

const ROUTER = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline) payable returns (uint256[])',
])
const MIN_DOLLARS = 1_000_000n
const swapTo = (receiver: `0x${string}`, minimum = MIN_DOLLARS) => ({
  from: trader,
  to: dex.v2Router,
  value: String(TENTH),
  data: encodeFunctionData({
    abi: ROUTER,
    functionName: 'swapExactETHForTokens',
    args: [minimum, [tokens.wrapped, tokens.usdc], receiver, BigInt(DEADLINE)],
  }),
})
const SWAP = swapTo(trader)
const PAYMENT = { from: trader, to: tokens.usdc, data: transfer(friend, 5_000_000n) }
const FIVE = { assetsOut: [{ asset: tokens.usdc, max: '5000000' }], payees: [friend] }

async function check(transaction: object, bounds: object): Promise<IntentResult> {
  const body = { chain, options: { deadlineMs: 20_000 }, ...transaction, bounds }
  const { status, json } = await service.ask('/v1/check/intent', body)
  assert.equal(status, 200, JSON.stringify(json))
  return json.data as IntentResult
}
const outsideOf = ({ bounds }: IntentResult) =>
  bounds.filter(({ outside }) => outside !== null).map(({ bound, outside }) => `${bound} ${outside}`)
const scenario = (id: string) => allScenarios(sandboxWorld(chain)).find((one) => one.id === id)?.body ?? assert.fail(id)

describe('an intent and its transaction', () => {
  const swapBounds = {
    assetsOut: [{ asset: 'native', max: String(TENTH) }],
    assetsIn: [{ asset: tokens.usdc, min: String(MIN_DOLLARS) }],
    payees: [tokens.wrapped],
  }

  test('a swap with a deadline, and a payment, are inside', async () => {
    const swap = await check(SWAP, { ...swapBounds, deadline: DEADLINE, usdOut: 10_000 })
    assert.deepEqual([swap.inside, swap.outside, swap.reasons], [true, null, []], JSON.stringify(swap, null, 1))
    assert.equal(swap.scan.recommendation, 'PROCEED')
    assert.ok(swap.runs.length > 1 && swap.runs[0] === 'main', 'other environments count')
    const [out] = swap.bounds.filter(({ bound }) => bound === 'assetOut')
    assert.equal(out?.measured, String(TENTH))
    const paid = await check(PAYMENT, FIVE)
    assert.deepEqual([paid.inside, outsideOf(paid)], [true, []], JSON.stringify(paid))
  })

  for (const [name, transaction, bounds, outside] of [
    ['a swap that may not cost as much', SWAP, { ...swapBounds, assetsOut: [] }, ['assetOut exceeded']],
    ['a swap that ends too late', SWAP, { ...swapBounds, deadline: DEADLINE - 600 }, ['deadline exceeded']],
    ['a twin whose proceeds go to another', swapTo(stranger), swapBounds, ['assetIn exceeded', 'payee exceeded']],
    ['a payment to another payee', PAYMENT, { ...FIVE, payees: [stranger] }, ['payee exceeded']],
    ['a payment without a payee', PAYMENT, { assetsOut: FIVE.assetsOut }, ['payee exceeded']],
    [
      'a fee that no bound allows',
      { ...PAYMENT, gas: '100000', maxFeePerGas: String(parseEther('0.00001')) },
      FIVE,
      ['feeOut exceeded'],
    ],
    [
      'a permission that only a later call takes back',
      {
        from: trader,
        calls: [approve(stranger, 2n ** 256n - 1n), approve(stranger, 0n)].map((data) => ({ to: tokens.usdc, data })),
      },
      {},
      ['allowance exceeded'],
    ],
    ['a payment that never expires', PAYMENT, { ...FIVE, deadline: DEADLINE }, ['deadline exceeded']],
    [
      'an allowance that was not wanted',
      {
        from: trader,
        calls: [PAYMENT, { to: tokens.usdc, data: approve(traps.drainer, 1n) }].map(({ to, data }) => ({ to, data })),
      },
      FIVE,
      ['allowance exceeded'],
    ],
    [
      'a spender that may take two items where one was wanted',
      { from: trader, calls: [1n, 2n].map((id) => ({ to: nfts.collectible, data: approve(stranger, id) })) },
      { allowances: [{ asset: nfts.collectible, spender: stranger, max: '1' }] },
      ['allowance exceeded'],
    ],
  ] as const)
    test(`${name} is outside`, async () => {
      const result = await check(transaction, bounds)
      assert.deepEqual(
        [result.inside, result.outside, outsideOf(result)],
        [false, 'exceeded', [...outside]],
        JSON.stringify(result),
      )
    })

  for (const minimum of [0n, MIN_DOLLARS / 2n])
    test(`a swap that accepts ${minimum} where ${MIN_DOLLARS} must arrive is outside, once others move the price`, async () => {
      const loose = await check(swapTo(trader, minimum), swapBounds)
      assert.deepEqual([loose.outside, outsideOf(loose)], ['exceeded', ['assetIn exceeded']], JSON.stringify(loose))
      const [short] = loose.bounds.filter(({ bound }) => bound === 'assetIn')
      assert.match(short?.run ?? '', /^price-moved/)
      assert.ok(
        BigInt(short?.measured ?? -1) >= minimum && BigInt(short?.measured ?? MIN_DOLLARS) < MIN_DOLLARS,
        JSON.stringify(short),
      )
      const free = await check(swapTo(trader, minimum), { ...swapBounds, assetsIn: [] })
      assert.deepEqual([free.inside, outsideOf(free)], [true, []], JSON.stringify(free))
    })

  test('a sale of tokens is bounded by what it accepts, also in a bundle', async () => {
    const dollars = 20_000_000n
    const sale = (minimum: bigint) => ({
      from: trader,
      atomicRequired: true,
      calls: [
        { to: tokens.usdc, data: approve(dex.v2Router, dollars) },
        { to: dex.v2Router, data: swapTokensForNative(dollars, [tokens.usdc, tokens.wrapped], trader, minimum) },
      ],
    })
    const least = parseEther('0.003')
    const bounds = {
      assetsOut: [{ asset: tokens.usdc, max: String(dollars) }],
      assetsIn: [{ asset: 'native', min: String(least) }],
      payees: [dex.pairs.usdc],
    }
    const tight = await check(sale(least), bounds)
    assert.deepEqual([tight.inside, outsideOf(tight)], [true, []], JSON.stringify(tight))
    const loose = await check(sale(0n), bounds)
    assert.deepEqual([loose.outside, outsideOf(loose)], ['exceeded', ['assetIn exceeded']], JSON.stringify(loose))
  })

  test('a drain is outside, also one that shows in other environments only', async () => {
    const drain = scenario('drain-disguised-as-claim')
    const bounds = { assetsOut: [{ asset: 'native', max: String(BigInt(drain.value ?? 0)) }] }
    const drained = await check(drain, bounds)
    assert.equal(drained.outside, 'exceeded')
    assert.equal(drained.scan.recommendation, 'BLOCK')
    const pill = await check(scenario('red-pill'), {
      assetsOut: [{ asset: 'native', max: String(parseEther('1000')) }],
    })
    assert.equal(pill.inside, false, JSON.stringify(pill))
  })

  test('calls that are made all or none have one outcome, and a nonce ahead is unknown', async () => {
    const calls = [approve(stranger, 5n), approve(stranger, 0n)].map((data) => ({ to: tokens.usdc, data }))
    const atomic = await check({ from: trader, calls, atomicRequired: true }, {})
    assert.deepEqual([atomic.inside, outsideOf(atomic)], [true, []], JSON.stringify(atomic))
    const later = await check({ ...PAYMENT, nonce: 9_999 }, FIVE)
    assert.deepEqual([later.outside, later.reasons], ['unknown', ['future-nonce']])
  })

  test('an outcome without an execution is unknown, never inside', async () => {
    const unseen = await check({ ...PAYMENT, options: { simulate: false } }, FIVE)
    assert.deepEqual([unseen.inside, unseen.outside], [false, 'unknown'])
  })

  test('bounds that cannot be meant are refused', async () => {
    const twice = { assetsOut: [FIVE.assetsOut[0], { asset: tokens.usdc.toLowerCase(), max: '1' }] }
    for (const bounds of [
      twice,
      { allowances: ['unlimited', '1'].map((max) => ({ asset: tokens.usdc, spender: stranger, max })) },
      { assetsOut: [{ asset: 'native', max: '1.5' }] },
      { assetOut: [] },
      { assetsOut: [{ asset: 'ETH', max: '1' }] },
    ]) {
      const { status, json } = await service.ask('/v1/check/intent', { chain, ...PAYMENT, bounds })
      assert.equal(status, 400, JSON.stringify(json))
      assert.match(json.error.message, /^body\.bounds/)
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, concat, type Hex, maxUint256, numberToHex, parseEther } from 'viem'
import { type Act, actAlike, readAlike, type Stack } from '../testing/compareStacks.ts'
import { randomFrom } from '../testing/randomFrom.ts'
import { alice, bob, owner, startTestChain, type TestChain, type TestContract } from './testChain.ts'

const LATER = 4_000_000_000n
const ONE = parseEther('1')
const [A, B, O] = [alice.address, bob.address, owner.address]
const MAX_UINT128 = 2n ** 128n - 1n
const FEES = [500, 3_000, 10_000] as const
const SPACING = { 500: 10, 3000: 60, 10000: 200 } as const

describe('our concentrated liquidity against Uniswap V3', () => {
  let chain: TestChain
  let tokens: TestContract[]
  let stacks: readonly [Stack, Stack]

  before(async () => {
    chain = await startTestChain()
    const weth = await chain.deploy('WrappedNative', ['Wrapped Ether', 'WETH'])
    const made = [
      await chain.deploy('PlainToken', ['Plain', 'PLN', 18, 10n ** 30n, O]),
      await chain.deploy('PlainToken', ['Other', 'OTH', 6, 10n ** 30n, O]),
    ]
    tokens = [weth, ...made].sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
    const original: Stack = { factory: await chain.deploy('UniswapV3Factory') }
    const ours: Stack = { factory: await chain.deploy('V3Factory') }
    const of = (stack: Stack) => [stack.factory?.address, weth.address]
    original.router = await chain.deploy('SwapRouter', of(original))
    ours.router = await chain.deploy('V3Router', of(ours))
    original.quoter = await chain.deploy('Quoter', of(original))
    ours.quoter = await chain.deploy('V3Quoter', of(ours))
    original.quoter2 = await chain.deploy('QuoterV2', of(original))
    ours.quoter2 = await chain.deploy('V3QuoterV2', of(ours))
    original.manager = await chain.deploy('NonfungiblePositionManager', [...of(original), O])
    ours.manager = await chain.deploy('V3PositionManager', of(ours))
    stacks = [original, ours]
    for (const token of made) for (const account of [A, B]) await token.send(O, 'transfer', [account, 10n ** 28n])
    for (const account of [A, B]) await weth.send(account, 'deposit', [], 500n * ONE)
    for (const { router, manager } of stacks)
      for (const account of [A, B])
        for (const token of tokens)
          for (const spender of [router, manager]) await token.send(account, 'approve', [spender?.address, maxUint256])
  })
  after(() => chain[Symbol.asyncDispose]())

  const address = (at: number): Address => tokens[at]?.address ?? assert.fail()
  const by = (from: Address, to: string, name: string, args: readonly unknown[], value = 0n): Act => ({
    from,
    to,
    name,
    args: () => args,
    value,
  })
  const act = (one: Act) => actAlike(chain, stacks, one)
  const pools: string[] = []

  /** All that a pool says of itself, and what it knows of the ticks where positions begin and end. */
  async function poolsAlike(): Promise<void> {
    for (const to of pools) {
      for (const name of ['slot0', 'liquidity', 'feeGrowthGlobal0X128', 'feeGrowthGlobal1X128', 'maxLiquidityPerTick'])
        await readAlike(named(stacks, to, name), { to, name, args: () => [] })
      for (let word = -8; word <= 8; word++) await readAlike(stacks, { to, name: 'tickBitmap', args: () => [word] })
    }
  }

  test('pools are made and opened at a price', async () => {
    for (const fee of FEES) {
      for (const [first, second, price] of [
        [0, 1, 2n ** 96n],
        [1, 2, 2n ** 96n * 55n],
      ] as const) {
        const args = [address(first), address(second), fee, price]
        for (const { manager } of stacks) await manager?.send(A, 'createAndInitializePoolIfNecessary', args)
        const role = `pool ${first}/${second} ${fee}`
        const ask = [address(first), address(second), fee]
        const [original, ours] = stacks
        original[role] = chain.at((await original.factory?.read<Address>('getPool', ask)) ?? '0x', 'UniswapV3Pool')
        ours[role] = chain.at((await ours.factory?.read<Address>('getPool', ask)) ?? '0x', 'V3Pool')
        pools.push(role)
        await act(by(A, 'manager', 'createAndInitializePoolIfNecessary', args))
        await act(by(A, role, 'initialize', [2n ** 96n]))
        for (const name of ['token0', 'token1', 'fee', 'tickSpacing', 'factory'])
          await readAlike(stacks, { to: role, name, args: () => [] })
      }
    }
    await act(by(A, 'factory', 'createPool', [address(0), address(1), 500]))
    await act(by(A, 'factory', 'createPool', [address(0), address(2), 700]))
    await poolsAlike()
  })

  test('240 positions and trades of all kinds do the same', async () => {
    const random = randomFrom(20261128)
    const done: Record<string, number> = {}
    let positions = 0
    const hop = (fee: number) => numberToHex(fee, { size: 3 })
    for (let turn = 0; turn < 240; turn++) {
      const from = random(2) === 0 ? A : B
      const [first, second] = random(2) === 0 ? [0, 1] : [1, 2]
      const fee = FEES[random(3)] ?? 500
      const spacing = SPACING[fee]
      const amount = BigInt(random(1_000_000) + 1) * 10n ** BigInt(random(11))
      const middle = Math.round((second === 1 ? 0 : 80_148) / spacing)
      const width = 1 + random(random(3) === 0 ? 4_000 : 40)
      const lower = (middle - 30 + random(60) - width) * spacing
      const upper = lower + width * spacing
      const [tokenIn, tokenOut] =
        random(2) === 0 ? [address(first), address(second)] : [address(second), address(first)]
      const id = BigInt(random(positions + 1) + (random(12) === 0 ? 100 : 0)) || 1n
      const until = random(40) === 0 ? 1n : LATER
      const across = [address(0), hop(fee), address(1), hop(FEES[random(3)] ?? 500), address(2)] as Hex[]
      const path = concat(random(2) === 0 ? across : across.reverse())
      const limit = random(8) === 0 ? 2n ** 96n + BigInt(random(1_000)) * 2n ** 70n : 0n
      const least = random(9) === 0 ? maxUint256 : 0n
      const liquidity = amount * (turn < 60 ? 1_000n : 1n)
      const kinds: Act[] = [
        by(from, 'manager', 'mint', [
          {
            token0: address(first),
            token1: address(second),
            fee,
            tickLower: lower,
            tickUpper: random(30) === 0 ? upper + 1 : upper,
            amount0Desired: liquidity,
            amount1Desired: liquidity * (second === 1 ? 1n : 3_000n),
            amount0Min: random(15) === 0 ? liquidity : 0n,
            amount1Min: 0n,
            recipient: from,
            deadline: until,
          },
        ]),
        by(from, 'manager', 'increaseLiquidity', [
          {
            tokenId: id,
            amount0Desired: amount,
            amount1Desired: amount * 9n,
            amount0Min: 0n,
            amount1Min: 0n,
            deadline: until,
          },
        ]),
        by(from, 'manager', 'decreaseLiquidity', [
          { tokenId: id, liquidity: amount % 10n ** 12n, amount0Min: 0n, amount1Min: 0n, deadline: until },
        ]),
        by(from, 'manager', 'collect', [
          { tokenId: id, recipient: from, amount0Max: random(3) === 0 ? amount : MAX_UINT128, amount1Max: MAX_UINT128 },
        ]),
        by(from, 'router', 'exactInputSingle', [
          {
            tokenIn,
            tokenOut,
            fee,
            recipient: B,
            deadline: until,
            amountIn: amount,
            amountOutMinimum: least,
            sqrtPriceLimitX96: limit,
          },
        ]),
        by(from, 'router', 'exactOutputSingle', [
          {
            tokenIn,
            tokenOut,
            fee,
            recipient: A,
            deadline: until,
            amountOut: amount,
            amountInMaximum: maxUint256 - least,
            sqrtPriceLimitX96: limit,
          },
        ]),
        by(from, 'router', 'exactInput', [
          { path, recipient: A, deadline: until, amountIn: amount, amountOutMinimum: least },
        ]),
        by(from, 'router', 'exactOutput', [
          { path, recipient: A, deadline: until, amountOut: amount, amountInMaximum: maxUint256 - least },
        ]),
        by(from, 'quoter', 'quoteExactInputSingle', [tokenIn, tokenOut, fee, amount, limit]),
        by(from, 'quoter', 'quoteExactOutputSingle', [tokenIn, tokenOut, fee, amount, limit]),
        by(from, 'quoter', 'quoteExactInput', [path, amount]),
        by(from, 'quoter', 'quoteExactOutput', [path, amount]),
      ]
      const chosen = turn < 60 ? kinds[0] : kinds[random(kinds.length)]
      assert.ok(chosen)
      if (!(await act(chosen))) continue
      done[chosen.name] = (done[chosen.name] ?? 0) + 1
      if (chosen.name === 'mint') positions++
      if (turn % 20 === 0) await poolsAlike()
    }
    await poolsAlike()
    for (let id = 1; id <= positions; id++) assert.ok(await act(by(A, 'manager', 'positions', [BigInt(id)])))
    for (const name of [
      'mint',
      'increaseLiquidity',
      'decreaseLiquidity',
      'collect',
      'exactInputSingle',
      'exactOutputSingle',
      'exactInput',
      'exactOutput',
    ])
      assert.ok((done[name] ?? 0) >= 5, `${name}: ${done[name] ?? 0} times`)
  })

  test('the second quoter tells the same amounts and prices: gas differs, and how ticks below zero are counted', async () => {
    const random = randomFrom(3)
    for (let turn = 0; turn < 40; turn++) {
      const amount = BigInt(random(1_000_000) + 1) * 10n ** BigInt(random(12))
      const tokenIn = address(random(2))
      const tokenOut = tokenIn === address(0) ? address(1) : address(0)
      const single = { tokenIn, tokenOut, fee: FEES[random(3)], sqrtPriceLimitX96: 0n }
      await quotesAlike('quoteExactInputSingle', [{ ...single, amountIn: amount }])
      await quotesAlike('quoteExactOutputSingle', [{ ...single, amount }])
      const path = concat([
        address(0),
        numberToHex(FEES[random(3)] ?? 0, { size: 3 }),
        address(1),
        '0x000bb8',
        address(2),
      ])
      await quotesAlike('quoteExactInput', [path, amount])
      await quotesAlike('quoteExactOutput', [path, amount])
    }
  })

  test('coins come along, a batch of calls sells for coins, and strangers cannot ask for payment', async () => {
    const weth = tokens.find(({ abi }) => abi.some((one) => 'name' in one && one.name === 'deposit')) ?? assert.fail()
    const other = tokens.find((one) => one !== weth && [weth, one].includes(tokens[1] ?? one)) ?? assert.fail()
    const sale = (from: TestContract, to: TestContract, recipient: Address) => ({
      tokenIn: from.address,
      tokenOut: to.address,
      fee: 3_000,
      recipient,
      deadline: LATER,
      amountIn: 1_000_000n,
      amountOutMinimum: 0n,
      sqrtPriceLimitX96: 0n,
    })
    assert.ok(await act(by(A, 'router', 'exactInputSingle', [sale(weth, other, A)], 1_000_000n)))
    const nowhere: Address = `0x${'0'.repeat(40)}`
    assert.ok(
      await act({
        from: A,
        to: 'router',
        name: 'multicall',
        args: ({ router }) => [
          [
            router?.data('exactInputSingle', [sale(other, weth, nowhere)]),
            router?.data('unwrapWETH9', [0n, A]),
            router?.data('refundETH', []),
            router?.data('sweepToken', [other.address, 0n, A]),
          ],
        ],
        value: 5n,
      }),
    )
    await act(by(A, 'router', 'unwrapWETH9', [1n, A]))
    assert.equal(await act(by(A, 'router', 'uniswapV3SwapCallback', [1n, 1n, '0x'])), false)
    assert.equal(await act(by(A, 'manager', 'uniswapV3MintCallback', [1n, 1n, '0x'])), false)
    for (const to of pools.slice(0, 1)) {
      assert.equal(await act(by(A, to, 'swap', [A, true, 0n, 2n ** 90n, '0x'])), false)
      assert.equal(await act(by(A, to, 'swap', [A, true, 5n, 2n ** 159n, '0x'])), false)
      assert.equal(await act(by(A, to, 'burn', [-600, 600, 5n])), false)
      assert.equal(await act(by(A, to, 'burn', [-600, 600, 0n])), false)
    }
  })

  test('positions pass on as tokens of ERC-721', async () => {
    assert.ok(await act(by(A, 'manager', 'setApprovalForAll', [O, true])))
    const owned: Address = await readAlike(stacks, { to: 'manager', name: 'ownerOf', args: () => [1n] })
    const [holder, other] = owned.toLowerCase() === A.toLowerCase() ? [A, B] : [B, A]
    assert.ok(await act(by(holder, 'manager', 'approve', [other, 1n])))
    assert.equal(await act(by(holder, 'manager', 'burn', [1n])), false)
    for (const name of ['name', 'symbol']) await readAlike(stacks, { to: 'manager', name, args: () => [] })
    for (const { manager } of stacks) await manager?.send(other, 'transferFrom', [holder, other, 1n])
    await readAlike(stacks, { to: 'manager', name: 'ownerOf', args: () => [1n] })
    await readAlike(stacks, { to: 'manager', name: 'getApproved', args: () => [1n] })
    for (const account of [A, B]) await readAlike(stacks, { to: 'manager', name: 'balanceOf', args: () => [account] })
  })

  async function quotesAlike(name: string, args: readonly unknown[]): Promise<void> {
    const told = await Promise.all(
      stacks.map(async ({ quoter2 }) => {
        const { client } = chain
        const asked = { address: quoter2?.address ?? '0x', abi: quoter2?.abi ?? [], functionName: name, args }
        const answer = await client.simulateContract(asked).then(
          ({ result }) => (result as unknown[]).slice(0, 2),
          () => 'refused',
        )
        return JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
      }),
    )
    assert.equal(told[1], told[0], name)
  }
})

/** Price and tick alone of `slot0`: the original counts observations by the second in which it wrote them. */
function named(stacks: readonly [Stack, Stack], role: string, name: string): readonly [Stack, Stack] {
  if (name !== 'slot0') return stacks
  const short = (stack: Stack): Stack => {
    const pool = stack[role] ?? assert.fail()
    const read = async <T>(view: string, args?: readonly unknown[]) =>
      (await pool.read<unknown[]>(view, args)).slice(0, 2) as T
    return { ...stack, [role]: { ...pool, read } }
  }
  return [short(stacks[0]), short(stacks[1])]
}

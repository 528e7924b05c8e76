import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, maxUint256, parseEther } from 'viem'
import { type Act, actAlike, readAlike, type Stack } from '../testing/compareStacks.ts'
import { randomFrom } from '../testing/randomFrom.ts'
import { alice, bob, owner, startTestChain, type TestChain, type TestContract } from './testChain.ts'

const LATER = 4_000_000_000n
const ONE = parseEther('1')
const [A, B, O] = [alice.address, bob.address, owner.address]

describe('our constant-product exchange against Uniswap V2', () => {
  let chain: TestChain
  let weth: TestContract
  let plain: TestContract
  let taxed: TestContract
  let stacks: readonly [Stack, Stack]

  before(async () => {
    chain = await startTestChain()
    weth = await chain.deploy('WrappedNative', ['Wrapped Ether', 'WETH'])
    plain = await chain.deploy('PlainToken', ['Plain', 'PLN', 18, 10n ** 9n * ONE, O])
    taxed = await chain.deploy('TaxToken', ['Levy', 'LEVY', 10n ** 9n * ONE, O, 500n, 1000n])
    const stackOf = async (factoryName: 'UniswapV2Factory' | 'V2Factory', router: 'UniswapV2Router02' | 'V2Router') => {
      const factory = await chain.deploy(factoryName, [O])
      return { factory, router: await chain.deploy(router, [factory.address, weth.address]) }
    }
    stacks = [await stackOf('UniswapV2Factory', 'UniswapV2Router02'), await stackOf('V2Factory', 'V2Router')]
    for (const token of [plain, taxed, weth])
      for (const account of [O, A, B])
        for (const stack of stacks) await token.send(account, 'approve', [stack.router?.address, maxUint256])
    for (const account of [A, B])
      for (const token of [plain, taxed]) await token.send(O, 'transfer', [account, 10n ** 6n * ONE])
    await weth.send(A, 'deposit', [], 100n * ONE)
  })
  after(() => chain[Symbol.asyncDispose]())

  const by = (from: Address, name: string, args: readonly unknown[], value = 0n): Act => ({
    from,
    to: 'router',
    name,
    args: () => args,
    value,
  })
  const act = (one: Act) => actAlike(chain, stacks, one)
  const pairRole = async (role: string, token: TestContract, other: TestContract, name: 'UniswapV2Pair' | 'V2Pair') => {
    const [, ours] = stacks
    const stack = name === 'V2Pair' ? ours : stacks[0]
    const address = await stack.factory?.read<Address>('getPair', [token.address, other.address])
    stack[role] = chain.at(address ?? assert.fail(), name)
  }
  const adopt = async (role: string, token: TestContract, other: TestContract) => {
    await pairRole(role, token, other, 'UniswapV2Pair')
    await pairRole(role, token, other, 'V2Pair')
  }
  const reserves = async (to: string) => {
    const [first, second] = await readAlike<[string, string]>(
      stacks.map((stack) => ({ ...stack, [to]: withoutClock(stack[to]) })) as unknown as [Stack, Stack],
      { to, name: 'getReserves', args: () => [] },
    )
    return [first, second]
  }

  test('the first deposits make the pairs', async () => {
    // The pairs' own addresses differ, so the logs of their making are compared from the second deposit on.
    for (const { router } of stacks) {
      await router?.send(O, 'addLiquidityETH', [plain.address, 5_000n * ONE, 0n, 0n, O, LATER], 3n * ONE)
      await router?.send(O, 'addLiquidityETH', [taxed.address, 777n * ONE, 0n, 0n, O, LATER], 2n * ONE)
      await router?.send(O, 'addLiquidity', [plain.address, taxed.address, 90n * ONE, 40n * ONE, 0n, 0n, O, LATER])
    }
    await adopt('plain/weth', plain, weth)
    await adopt('taxed/weth', taxed, weth)
    await adopt('plain/taxed', plain, taxed)
    for (const pair of ['plain/weth', 'taxed/weth', 'plain/taxed']) {
      await reserves(pair)
      for (const name of ['totalSupply', 'MINIMUM_LIQUIDITY', 'token0', 'token1', 'factory', 'symbol', 'decimals'])
        await readAlike(stacks, { to: pair, name, args: () => [] })
    }
    await readAlike(stacks, { to: 'factory', name: 'allPairsLength', args: () => [] })
    await act({ from: A, to: 'factory', name: 'createPair', args: () => [weth.address, plain.address] })
    await act({ from: A, to: 'factory', name: 'createPair', args: () => [plain.address, plain.address] })
    await act({ from: A, to: 'factory', name: 'setFeeTo', args: () => [A] })
  })

  test('three hundred trades and deposits of all kinds do the same', async () => {
    const random = randomFrom(20261128)
    const taxPath = [taxed.address, weth.address]
    const paths = [
      [weth.address, plain.address],
      [weth.address, plain.address, taxed.address],
    ]
    const back = (path: Address[]) => [...path].reverse()
    let done = 0
    for (let turn = 0; turn < 300; turn++) {
      const from = random(2) === 0 ? A : B
      const path = paths[random(2)] ?? assert.fail()
      const amount = BigInt(random(1_000_000) + 1) * 10n ** BigInt(random(13))
      const least = random(6) === 0 ? maxUint256 : 0n
      const until = random(25) === 0 ? 1n : LATER
      const kinds: Act[] = [
        by(from, 'swapExactETHForTokens', [least, path, from, until], amount),
        by(from, 'swapETHForExactTokens', [amount, path, from, until], amount),
        by(from, 'swapExactTokensForETH', [amount, least, back(path), from, until]),
        by(from, 'swapTokensForExactETH', [amount / 7n, amount * 9_000n, back(path), from, until]),
        by(A, 'swapExactTokensForTokens', [amount, least, path, B, until]),
        by(A, 'swapTokensForExactTokens', [amount, amount, path, B, until]),
        by(from, 'swapExactETHForTokensSupportingFeeOnTransferTokens', [0n, back(taxPath), from, until], amount),
        by(from, 'swapExactTokensForETHSupportingFeeOnTransferTokens', [amount, least, taxPath, from, until]),
        by(from, 'swapExactTokensForTokensSupportingFeeOnTransferTokens', [amount, 0n, path.slice(-2), B, until]),
        by(from, 'addLiquidityETH', [plain.address, amount * 3n, least, 0n, from, until], amount),
        by(from, 'addLiquidity', [plain.address, taxed.address, amount, amount, 0n, 0n, from, until]),
        by(O, 'removeLiquidityETH', [plain.address, amount % ONE, 0n, least, O, until]),
        by(O, 'removeLiquidityETHSupportingFeeOnTransferTokens', [taxed.address, amount % ONE, 0n, 0n, O, until]),
        by(O, 'removeLiquidity', [plain.address, taxed.address, amount % ONE, 0n, 0n, O, until]),
      ]
      if (turn === 0)
        for (const pair of ['plain/weth', 'taxed/weth', 'plain/taxed'])
          await act({ from: O, to: pair, name: 'approve', args: ({ router }) => [router?.address, maxUint256] })
      if (turn === 100)
        // Real pairs are known to the token by their addresses: both of them are taxed from here on.
        for (const stack of stacks) await taxed.send(O, 'setPair', [stack['taxed/weth']?.address, true])
      if (await act(kinds[random(kinds.length)] ?? assert.fail())) done++
    }
    for (const pair of ['plain/weth', 'taxed/weth', 'plain/taxed']) {
      await reserves(pair)
      for (const account of [O, A, B]) await readAlike(stacks, { to: pair, name: 'balanceOf', args: () => [account] })
    }
    assert.ok(done > 150, `${done} of 300 went through`)
  })

  test('pairs refuse the same, and give surplus tokens to the caller of skim', async () => {
    const pair = 'plain/weth'
    const call = (name: string, args: readonly unknown[]) => act({ from: A, to: pair, name, args: () => args })
    await call('swap', [0n, 0n, A, '0x'])
    await call('swap', [10n ** 30n, 0n, A, '0x'])
    await call('swap', [1_000n, 0n, A, '0x'])
    await call('swap', [1_000n, 0n, plain.address, '0x'])
    await call('mint', [A])
    await call('burn', [A])
    await call('initialize', [A, B])
    await call('transfer', [B, 10n ** 30n])
    for (const stack of stacks) await plain.send(A, 'transfer', [stack[pair]?.address, 12_345n])
    assert.ok((await call('swap', [0n, 1n, A, '0x'])) || (await call('swap', [1n, 0n, A, '0x'])))
    for (const stack of stacks) await plain.send(A, 'transfer', [stack[pair]?.address, 777n])
    assert.ok(await call('skim', [B]))
    assert.ok(await call('sync', []))
    await reserves(pair)
  })

  test('a permit of LP tokens (ERC-2612) is valid for its own pair', async () => {
    for (const stack of stacks) {
      const pair = stack['plain/weth'] ?? assert.fail()
      const fields = ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline']
      const signature = await owner.signTypedData({
        domain: { name: 'Uniswap V2', version: '1', chainId: chain.client.chain.id, verifyingContract: pair.address },
        types: {
          Permit: fields.map((field) => ({ type: field.split(' ')[0] ?? '', name: field.split(' ')[1] ?? '' })),
        },
        primaryType: 'Permit',
        message: { owner: O, spender: B, value: 55n, nonce: 0n, deadline: LATER },
      })
      const vrs = [Number(`0x${signature.slice(130)}`), signature.slice(0, 66), `0x${signature.slice(66, 130)}`]
      await pair.refuses(A, 'permit', [O, B, 56n, LATER, ...vrs], /INVALID_SIGNATURE/)
      await pair.send(A, 'permit', [O, B, 55n, LATER, ...vrs])
      assert.equal(await pair.read('allowance', [O, B]), 55n)
    }
  })
})

/** The pair, whose reserves come without the time of their last change. */
function withoutClock(pair: TestContract | undefined): TestContract {
  const one = pair ?? assert.fail()
  return {
    ...one,
    read: async <T>(name: string, args?: readonly unknown[]) =>
      (await one.read<unknown[]>(name, args)).slice(0, 2) as T,
  }
}

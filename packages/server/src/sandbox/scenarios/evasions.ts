import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi, stringToHex } from 'viem/utils'
import { DRAINER_ABI, V2_ROUTER_ABI, V3_ROUTER_ABI } from '../abis.ts'
import { addLiquidityNative, safeCall, swapNativeForTokens, transfer } from '../history/calls.ts'
import { nativeWorth, units } from '../profiles.ts'
import { type SandboxWorld, V3_FEE } from '../world.ts'
import { type Scenario, scenarioOn } from './scenario.ts'

const EXECUTOR_ABI = parseAbi([
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3Value(Call3Value[] calls) payable returns (Result[] returnData)',
])
const POSITIONS_ABI = parseAbi([
  'struct Decrease { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'struct Collect { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
  'function decreaseLiquidity(Decrease params) payable',
  'function collect(Collect params) payable',
])
const TWENTY_MINUTES = 1_200

/** Thefts and mistakes dressed as something else, each beside its honest look-alike. */
export function evasionScenarios(world: SandboxWorld): Scenario[] {
  return [...disguises(world), ...diversions(world), ...deadEnds(world)]
}

function disguises(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, traps, multicall3 } = world
  const { trader, friend, poisoner, collector } = actors
  const order = safeCall(trader, friend, '0x')
  const scenario = scenarioOn(world)
  const relayed = (target: Address, callData: Hex, value: bigint) => ({
    from: trader,
    to: multicall3,
    value,
    data: encodeFunctionData({
      abi: EXECUTOR_ABI,
      functionName: 'aggregate3Value',
      args: [[{ target, allowFailure: false, value, callData }]],
    }),
  })
  const claim = encodeFunctionData({ abi: DRAINER_ABI, functionName: 'claim' })
  return [
    scenario(
      ['relayed-claim', 'A claim inside a multicall', 'a well-known name stands before the drainer'],
      relayed(traps.drainer, claim, nativeWorth(chain, 5_000)),
      ['CAUTION', 'BLOCK'],
      ['payment-without-return', 'fake-claim-function'],
    ),
    scenario(
      ['claim-armed-later', 'A claim that does nothing yet', 'its owner throws a switch, and then it takes everything'],
      { from: collector, to: traps.switched, data: claim },
      ['CAUTION', 'BLOCK'],
      ['front-runnable-outcome'],
    ),
    scenario(
      ['safe-that-is-none', 'A Safe that is none', 'any contract may have a function of that name'],
      { from: trader, to: traps.maliciousDelegate, data: order, value: nativeWorth(chain, 5_000) },
      ['CAUTION', 'BLOCK'],
      ['payment-without-return'],
    ),
    scenario(
      [
        'coins-stranded-in-relay',
        'Wrapping through a multicall',
        'the wrapped coins stay where any account can take them',
      ],
      relayed(tokens.wrapped, '0xd0e30db0', nativeWorth(chain, 300)),
      ['CAUTION', 'BLOCK'],
      ['payment-without-return'],
    ),
    scenario(
      ['poisoned-recipient-with-data', 'Rent to the wrong address, with a byte of data', 'a payment is a payment'],
      { from: trader, to: poisoner, value: nativeWorth(chain, 120), data: '0x00' },
      'BLOCK',
      ['lookalike-recipient'],
    ),
    scenario(
      ['payment-with-note', 'Paying a friend, with a note', 'text behind a payment is no attack'],
      { from: trader, to: friend, value: nativeWorth(chain, 120), data: stringToHex('thanks for dinner!') },
      'PROCEED',
    ),
  ]
}

function diversions(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, decimals, dex, traps, headTimestamp } = world
  const { trader, marketMaker: maker, spender } = actors
  const scenario = scenarioOn(world)
  const buyFor = (to: Address, token: Address = tokens.usdc) => ({
    from: trader,
    to: dex.v2Router,
    value: nativeWorth(chain, 500),
    data: swapNativeForTokens([tokens.wrapped, token], to),
  })
  const v3Swap = encodeFunctionData({
    abi: V3_ROUTER_ABI,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: tokens.wrapped,
        tokenOut: tokens.usdc,
        fee: V3_FEE,
        recipient: traps.drainer,
        deadline: BigInt(headTimestamp + TWENTY_MINUTES),
        amountIn: nativeWorth(chain, 400),
        amountOutMinimum: 1n,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
  const payOut = (recipient: Address) => {
    const deadline = BigInt(headTimestamp + TWENTY_MINUTES)
    const max = 2n ** 128n - 1n
    const steps = [
      encodeFunctionData({
        abi: POSITIONS_ABI,
        functionName: 'decreaseLiquidity',
        args: [{ tokenId: 1n, liquidity: 10n ** 12n, amount0Min: 0n, amount1Min: 0n, deadline }],
      }),
      encodeFunctionData({
        abi: POSITIONS_ABI,
        functionName: 'collect',
        args: [{ tokenId: 1n, recipient, amount0Max: max, amount1Max: max }],
      }),
    ]
    const data = encodeFunctionData({ abi: POSITIONS_ABI, functionName: 'multicall', args: [steps] })
    return { from: maker, to: dex.positionManager, data }
  }
  const soon = encodeFunctionData({
    abi: V2_ROUTER_ABI,
    functionName: 'swapExactETHForTokens',
    args: [units(490, decimals.usdc), [tokens.wrapped, tokens.usdc], trader, BigInt(headTimestamp + TWENTY_MINUTES)],
  })
  return [
    scenario(
      ['swap-for-drainer', 'A swap whose dollars a contract gets', 'the receiver of the proceeds is a stranger'],
      buyFor(traps.drainer),
      ['CAUTION', 'BLOCK'],
      ['trade-proceeds-to-another-address'],
    ),
    scenario(
      ['v3-swap-for-drainer', 'A V3 swap whose dollars a contract gets', 'the receiver is one field among eight'],
      { from: trader, to: dex.v3Router, data: v3Swap },
      ['CAUTION', 'BLOCK'],
      ['trade-proceeds-to-another-address'],
    ),
    scenario(
      ['swap-for-token-contract', 'A swap into a token contract', 'a mistaken receiver that is known by name'],
      buyFor(tokens.usdc, tokens.dai),
      ['CAUTION', 'BLOCK'],
      ['trade-proceeds-to-another-address'],
    ),
    scenario(
      ['liquidity-for-drainer', 'Liquidity whose shares a contract gets', 'both coins go in, the shares go elsewhere'],
      {
        from: trader,
        to: dex.v2Router,
        value: nativeWorth(chain, 300),
        data: addLiquidityNative(tokens.honest, units(2_000, 18), traps.drainer),
      },
      ['CAUTION', 'BLOCK'],
      ['trade-proceeds-to-another-address'],
    ),
    scenario(
      ['position-for-stranger', 'A position paid out to a stranger', 'nothing leaves the wallet, and all is gone'],
      payOut(spender),
      ['CAUTION', 'BLOCK'],
      ['trade-proceeds-to-another-address'],
    ),
    scenario(
      ['position-paid-out', 'A position paid out to oneself', 'the liquidity comes home'],
      payOut(maker),
      'PROCEED',
    ),
    scenario(
      ['swap-with-deadline', 'A swap that must happen soon', 'a deadline of twenty minutes, as exchanges set it'],
      { from: trader, to: dex.v2Router, data: soon, value: nativeWorth(chain, 500) },
      'PROCEED',
    ),
  ]
}

function deadEnds(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, decimals, dex, permit2, multicall3, safe } = world
  const { trader } = actors
  const scenario = scenarioOn(world)
  const send = (to: Address) => ({ from: trader, to: tokens.usdc, data: transfer(to, units(700, decimals.usdc)) })
  return [
    ...(
      [
        ['router', dex.v2Router],
        ['permit2', permit2],
        ['open-executor', multicall3],
      ] as const
    ).map(([name, to]) =>
      scenario(
        [`token-to-${name}`, 'Dollars sent to a contract that expects calls', 'it is known, and cannot return them'],
        send(to),
        ['CAUTION', 'BLOCK'],
        ['tokens-sent-to-token-contract'],
      ),
    ),
    scenario(
      ['coins-to-safe-singleton', 'Coins sent to the code of all Safes', 'it is nobody’s Safe'],
      { from: trader, to: safe.singleton, value: nativeWorth(chain, 300) },
      ['CAUTION', 'BLOCK'],
      ['tokens-sent-to-token-contract'],
    ),
    scenario(
      ['coins-locked-in-creation', 'A contract without code that keeps the coins', 'nobody can ever call it'],
      { from: trader, to: null, data: '0x00', value: nativeWorth(chain, 5_000) },
      ['CAUTION', 'BLOCK'],
      ['payment-without-return'],
    ),
  ]
}

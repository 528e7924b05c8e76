import { encodeFunctionData } from 'viem/utils'
import {
  COLLECTION_ABI,
  ERC20_ABI,
  MULTICALL3_ABI,
  MULTISEND_ABI,
  PERMIT2_ABI,
  V3_ROUTER_ABI,
  VAULT_ABI,
  WRAPPED_ABI,
} from '../abis.ts'
import { approve, FAR_DEADLINE, safeCall, swapTokensForNative, transfer } from '../history/calls.ts'
import { initCode } from '../nodeRpc.ts'
import { nativeWorth, units } from '../profiles.ts'
import { type SandboxWorld, V3_FEE } from '../world.ts'
import { type Scenario, scenarioOn } from './scenario.ts'

const MONTH = 30 * 86_400

/** What people do every day: none of it may be called dangerous. */
export function honestScenarios(world: SandboxWorld): Scenario[] {
  return [...tokensAndTrades(world), ...contractsAndAccounts(world)]
}

function tokensAndTrades(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, decimals, dex, permit2, traps, headTimestamp } = world
  const { trader, friend, careless, collector, buyerThree } = actors
  const scenario = scenarioOn(world)
  const dollars = (amount: number) => units(amount, decimals.usdc)
  const v3Swap = encodeFunctionData({
    abi: V3_ROUTER_ABI,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: tokens.wrapped,
        tokenOut: tokens.usdc,
        fee: V3_FEE,
        recipient: trader,
        deadline: FAR_DEADLINE,
        amountIn: nativeWorth(chain, 400),
        amountOutMinimum: dollars(380),
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
  const permit = encodeFunctionData({
    abi: PERMIT2_ABI,
    functionName: 'approve',
    args: [tokens.dai, dex.v3Router, units(500, 18), headTimestamp + MONTH],
  })
  const sellTaxed = swapTokensForNative(units(50, 18), [tokens.taxed, tokens.wrapped], collector)
  const sellYoung = swapTokensForNative(units(2_000, 18), [tokens.honest, tokens.wrapped], trader)
  const unwrap = encodeFunctionData({ abi: WRAPPED_ABI, functionName: 'withdraw', args: [nativeWorth(chain, 200)] })
  return [
    scenario(
      ['token-transfer', 'Rent in dollars', 'a payment to somebody paid every month'],
      {
        from: trader,
        to: tokens.usdc,
        data: transfer(friend, dollars(1_200)),
      },
      'PROCEED',
    ),
    scenario(
      ['v3-swap', 'A swap on Uniswap V3', 'wrapped coins for dollars at a fair price'],
      {
        from: trader,
        to: dex.v3Router,
        data: v3Swap,
      },
      'PROCEED',
    ),
    scenario(
      ['bounded-approval-to-router', 'Approval for one swap', 'a known protocol may take a fixed amount'],
      {
        from: trader,
        to: tokens.usdc,
        data: approve(dex.v2Router, dollars(500)),
      },
      'PROCEED',
    ),
    scenario(
      ['permit2-approval', 'A Permit2 allowance for a month', 'known spender, amount and end'],
      {
        from: trader,
        to: permit2,
        data: permit,
      },
      'PROCEED',
    ),
    scenario(
      ['revoke-approval', 'Taking an approval back', 'allowance 0, though the spender is a drainer'],
      {
        from: careless,
        to: tokens.dai,
        data: approve(traps.drainer, 0n),
      },
      'PROCEED',
    ),
    scenario(
      ['wrap', 'Wrapping native coins', 'the same amount comes back as a token'],
      {
        from: trader,
        to: tokens.wrapped,
        data: '0xd0e30db0',
        value: nativeWorth(chain, 250),
      },
      'PROCEED',
    ),
    scenario(
      ['unwrap', 'Unwrapping native coins', 'the token turns back into coins'],
      {
        from: trader,
        to: tokens.wrapped,
        data: unwrap,
      },
      'PROCEED',
    ),
    scenario(
      ['taxed-token-sale-approval', 'Approving the sale of a taxed token', 'honest, with a small tax'],
      {
        from: collector,
        to: tokens.taxed,
        data: approve(dex.v2Router, units(50, 18)),
      },
      'PROCEED',
    ),
    scenario(
      ['taxed-token-sale', 'Selling a taxed token', 'a 2 % tax is told and not feared'],
      {
        from: collector,
        to: dex.v2Router,
        data: sellTaxed,
      },
      ['PROCEED', 'REVIEW'],
    ),
    scenario(
      ['young-token-sale', 'Selling a young token', 'six weeks old, without tricks, sold at its price'],
      { from: trader, to: dex.v2Router, data: sellYoung },
      'PROCEED',
    ),
    scenario(
      ['ruggable-token-approval', 'Approving the sale of a young token', 'the router is known, the token is not'],
      {
        from: buyerThree,
        to: traps.ruggable,
        data: approve(dex.v2Router, units(100, 18)),
      },
      'PROCEED',
    ),
  ]
}

function contractsAndAccounts(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, decimals, nfts, safe, honest, multicall3 } = world
  const { trader, friend, fresh, collector } = actors
  const scenario = scenarioOn(world)
  const dollars = (amount: number) => units(amount, decimals.usdc)
  const gift = encodeFunctionData({ abi: COLLECTION_ABI, functionName: 'transferFrom', args: [trader, friend, 2n] })
  const item = encodeFunctionData({
    abi: COLLECTION_ABI,
    functionName: 'safeTransferFrom',
    args: [trader, friend, 7n, 3n, '0x'],
  })
  const deposit = encodeFunctionData({ abi: VAULT_ABI, functionName: 'deposit', args: [dollars(1_000), trader] })
  const each = nativeWorth(chain, 40)
  const bulk = encodeFunctionData({
    abi: MULTISEND_ABI,
    functionName: 'sendNative',
    args: [
      [friend, collector],
      [each, each],
    ],
  })
  const read = (account: typeof trader) => ({
    target: tokens.usdc,
    allowFailure: false,
    callData: encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [account] }),
  })
  const reads = encodeFunctionData({
    abi: MULTICALL3_ABI,
    functionName: 'aggregate3',
    args: [[read(trader), read(friend)]],
  })
  const creation = initCode('PlainToken', ['Hobby', 'HOBBY', 18, units(1_000, 18), trader])
  return [
    scenario(
      ['nft-transfer', 'A picture for a friend', 'the sender gives it away knowingly'],
      {
        from: trader,
        to: nfts.collectible,
        data: gift,
      },
      'PROCEED',
    ),
    scenario(
      ['item-transfer', 'Three pieces for a friend', 'an ERC-1155 transfer'],
      {
        from: trader,
        to: nfts.items,
        data: item,
      },
      'PROCEED',
    ),
    scenario(
      ['airdrop-claim', 'An honest airdrop', 'the call is named as a lure is, and it pays'],
      {
        from: trader,
        to: honest.airdrop,
        data: '0x4e71d92d',
      },
      ['PROCEED', 'REVIEW'],
    ),
    scenario(
      ['vault-deposit', 'A deposit in a vault', 'dollars leave, shares come'],
      {
        from: trader,
        to: honest.vault,
        data: deposit,
      },
      ['PROCEED', 'REVIEW'],
    ),
    scenario(
      ['bulk-payment', 'Two payments at once', 'an unknown contract passes everything on as it is told'],
      {
        from: trader,
        to: honest.multisend,
        data: bulk,
        value: each * 2n,
      },
      ['PROCEED', 'REVIEW', 'CAUTION'],
    ),
    scenario(
      ['multicall', 'Several reads in one call', 'nothing changes'],
      {
        from: trader,
        to: multicall3,
        data: reads,
      },
      'PROCEED',
    ),
    scenario(
      ['safe-payment', 'The Safe pays a friend', 'a nested call of an account the sender owns'],
      {
        from: trader,
        to: safe.account,
        data: safeCall(trader, tokens.usdc, transfer(friend, dollars(200))),
      },
      'PROCEED',
    ),
    scenario(
      ['contract-creation', 'Deploying a token', 'a creation is understood'],
      {
        from: trader,
        to: null,
        data: creation,
      },
      'PROCEED',
      ['contract-creation'],
    ),
    scenario(
      ['first-payment', 'A new wallet pays somebody', 'no history is not a crime'],
      {
        from: fresh,
        to: friend,
        value: nativeWorth(chain, 50),
      },
      'PROCEED',
    ),
  ]
}

import { encodeFunctionData } from 'viem/utils'
import { DRAINER_ABI, MARKET_TOKEN_ABI } from '../abis.ts'
import { initCode } from '../nodeRpc.ts'
import { nativeWorth, units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { approve, swapTokensForNative, transferFrom, UNLIMITED } from './calls.ts'
import { storyOf } from './story.ts'
import type { Step } from './timeline.ts'

const MILLION = units(1_000_000, 18)

/** Drainers with money from a sanctioned address, contracts a few days old and victims behind them. */
export function drainers(world: SandboxWorld): Step[] {
  const { actors, tokens, traps, decimals, chain } = world
  const { drainerOperator, drainerCashOut, sanctioned, redPillOperator, spender, exchange, collector } = actors
  const { victimOne, victimTwo, careless } = actors
  const { pays, creates, calls, sends } = storyOf(world)
  const act = (
    daysAgo: number,
    functionName: 'claim' | 'sweep' | 'setTokens',
    from: typeof spender,
    victim?: typeof spender,
  ) => {
    const data =
      functionName === 'claim'
        ? encodeFunctionData({ abi: DRAINER_ABI, functionName })
        : functionName === 'sweep'
          ? encodeFunctionData({ abi: DRAINER_ABI, functionName, args: [tokens.usdc, victim ? [victim] : []] })
          : encodeFunctionData({
              abi: DRAINER_ABI,
              functionName,
              args: [[tokens.usdc, tokens.usdt, tokens.dai, tokens.wrapped]],
            })
    return calls(
      daysAgo,
      from,
      traps.drainer,
      data,
      functionName,
      functionName === 'claim' ? nativeWorth(chain, 120) : 0n,
    )
  }
  const redPill = initCode('RedPillDrainer', [redPillOperator, tokens.usdc, 0n])
  return [
    pays(260, exchange, sanctioned, 30_000, 'withdrawal to an address sanctioned later'),
    pays(95, sanctioned, drainerCashOut, 9_000, 'funds of a sanctioned address'),
    pays(94, drainerCashOut, spender, 1_500, 'gas for the collector of approvals'),
    calls(61, victimTwo, tokens.usdt, approve(spender, units(1_500, decimals.usdt)), 'approve a stranger'),
    calls(60.9, spender, tokens.usdt, transferFrom(victimTwo, spender, units(1_500, decimals.usdt)), 'collect'),
    sends(60, spender, 'usdt', drainerCashOut, 1_500, 'hand over'),
    pays(3.2, drainerCashOut, drainerOperator, 2_000, 'gas for the drainer'),
    creates(3.1, drainerOperator, traps.drainer, initCode('Drainer', [drainerOperator]), 'drainer'),
    creates(
      3.05,
      drainerOperator,
      traps.maliciousDelegate,
      initCode('MaliciousDelegate', [drainerOperator]),
      'delegate',
    ),
    act(3, 'setTokens', drainerOperator),
    calls(2.6, victimOne, tokens.usdc, approve(traps.drainer, UNLIMITED), 'approve the drainer'),
    act(2.59, 'sweep', drainerOperator, victimOne),
    calls(2.1, victimTwo, tokens.dai, approve(traps.drainer, UNLIMITED), 'approve the drainer'),
    act(2.09, 'claim', victimTwo),
    sends(2, drainerOperator, 'usdc', drainerCashOut, 4_000, 'hand over'),
    calls(1, careless, tokens.dai, approve(traps.drainer, UNLIMITED), 'approve the drainer'),
    calls(0.9, careless, tokens.usdt, approve(traps.drainer, UNLIMITED), 'approve the drainer'),
    pays(5.5, drainerCashOut, redPillOperator, 1_000, 'gas for the red pill'),
    creates(5.4, redPillOperator, traps.redPill, redPill, 'red pill'),
    pays(5.3, redPillOperator, traps.redPill, 200, 'bait for simulators'),
    calls(5.2, careless, tokens.usdc, approve(traps.redPill, UNLIMITED), 'approve the red pill'),
    creates(
      5.1,
      redPillOperator,
      traps.switched,
      initCode('SwitchedClaim', [redPillOperator, tokens.dai]),
      'switched claim',
    ),
    calls(5, collector, tokens.dai, approve(traps.switched, UNLIMITED), 'approve the switched claim'),
  ]
}

/** A honeypot whose buyers are stuck, and a token whose owner could pull the rug. */
export function trapTokens(world: SandboxWorld): Step[] {
  const { actors, tokens, traps, dex } = world
  const { honeypotTeam, rugTeam, exchange, drainerCashOut, buyerOne, buyerTwo, buyerThree } = actors
  const { pays, creates, calls, opensPool, buys, sells } = storyOf(world)
  const honeypot = initCode('HoneypotToken', ['Golden Goose', 'GOOSE', 10n * MILLION, honeypotTeam, 0])
  const ruggable = initCode('RuggableToken', ['Lantern', 'LNTRN', 10n * MILLION, rugTeam])
  const marketPair = (functionName: 'setMarketPair' | 'setPair', pair: typeof buyerOne) =>
    encodeFunctionData({ abi: MARKET_TOKEN_ABI, functionName, args: [pair] })
  const amount = units(50, 18)
  const sale = swapTokensForNative(amount, [traps.honeypot, tokens.wrapped], buyerOne)
  const stuck = calls(3.4, buyerOne, dex.v2Router, sale, 'a sale of the honeypot')
  return [
    ...[buyerOne, buyerTwo, buyerThree].map((buyer, index) => pays(70 - index, exchange, buyer, 3_000, 'withdrawal')),
    pays(41, exchange, rugTeam, 90_000, 'withdrawal to the rug team'),
    creates(40, rugTeam, traps.ruggable, ruggable, 'LNTRN'),
    ...opensPool(40, rugTeam, traps.ruggable, 6n * MILLION, 80_000),
    calls(40, rugTeam, traps.ruggable, marketPair('setPair', dex.pairs.ruggable), 'name the pair'),
    buys(36, buyerTwo, traps.ruggable, 300),
    ...sells(30, buyerTwo, traps.ruggable, units(100, 18)),
    buys(22, buyerThree, traps.ruggable, 250),
    pays(6.2, drainerCashOut, honeypotTeam, 4_000, 'seed for the honeypot'),
    creates(6, honeypotTeam, traps.honeypot, honeypot, 'GOOSE'),
    ...opensPool(6, honeypotTeam, traps.honeypot, 8n * MILLION, 3_000),
    calls(5.9, honeypotTeam, traps.honeypot, marketPair('setMarketPair', dex.pairs.honeypot), 'close the door'),
    buys(5, buyerOne, traps.honeypot, 200),
    buys(4.2, buyerTwo, traps.honeypot, 350),
    calls(3.5, buyerOne, traps.honeypot, approve(dex.v2Router, UNLIMITED), 'approve a sale'),
    { ...stuck, transaction: { ...stuck.transaction, mayFail: true } },
    buys(2.2, buyerThree, traps.honeypot, 400),
    calls(2.15, buyerThree, traps.honeypot, approve(dex.v2Router, UNLIMITED), 'approve a sale'),
    ...sells(1.2, honeypotTeam, traps.honeypot, units(200_000, 18)),
  ]
}

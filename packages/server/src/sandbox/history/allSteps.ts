import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import {
  ACCOUNT_FACTORY_ABI,
  CLONE_FACTORY_ABI,
  COLLECTION_ABI,
  COLLECTION_ISSUER_ABI,
  PERMIT2_ABI,
  POISON_TOKEN_ABI,
  SAFE_ABI,
  SANCTIONS_ABI,
  TAX_TOKEN_ABI,
  UPGRADEABLE_ABI,
  V3_ROUTER_ABI,
} from '../abis.ts'
import { ACTORS, type Actor } from '../actors.ts'
import { initCode } from '../nodeRpc.ts'
import { nativeWorth, units } from '../profiles.ts'
import { type SandboxWorld, safeSetUp, treasurySetUp, V3_FEE } from '../world.ts'
import { approve, FAR_DEADLINE, safeCall, transfer, transferFrom, UNLIMITED } from './calls.ts'
import { listedParties } from './listedParties.ts'
import { marketActs } from './marketActs.ts'
import { markets } from './markets.ts'
import { storyOf } from './story.ts'
import type { Step } from './timeline.ts'
import { drainers, trapTokens } from './traps.ts'

const MILLION = units(1_000_000, 18)

/** Returns the stories of all accounts. Steps of one moment happen in this order. */
export function allSteps(world: SandboxWorld): Step[] {
  const stories = [
    markets,
    honestHistory,
    collectibles,
    projects,
    accounts,
    drainers,
    trapTokens,
    poisoning,
    listedParties,
    marketActs,
  ]
  return stories.flatMap((story) => story(world))
}

/** Two collections: the trader holds pictures 1-4 and 20 pieces of item 7; friend and collector hold some too. */
function collectibles(world: SandboxWorld): Step[] {
  const { actors, nfts } = world
  const { artist, trader, friend, collector, careless, exchange } = actors
  const { pays, creates, calls } = storyOf(world)
  const picture = (to: typeof trader, id: bigint) =>
    encodeFunctionData({ abi: COLLECTION_ISSUER_ABI, functionName: 'mint', args: [to, id] })
  const items = (to: typeof trader, id: bigint, amount: bigint) =>
    encodeFunctionData({ abi: COLLECTION_ISSUER_ABI, functionName: 'mint', args: [to, id, amount] })
  const gallery = ['Quiet Harbours', 'HARBR', 'ipfs://sandbox/harbours/', artist]
  const tools = ['Workshop Tools', 'TOOLS', 'ipfs://sandbox/tools/{id}.json', artist]
  const gift = encodeFunctionData({ abi: COLLECTION_ABI, functionName: 'transferFrom', args: [trader, friend, 5n] })
  return [
    pays(310, exchange, artist, 5_000, 'withdrawal to the artist'),
    creates(305, artist, nfts.collectible, initCode('Collectible721', gallery), 'pictures'),
    creates(304, artist, nfts.items, initCode('Collectible1155', tools), 'items'),
    ...[1n, 2n, 3n, 4n, 5n].flatMap((id) => [
      pays(230 - Number(id), trader, artist, 90, 'buy a picture'),
      calls(230 - Number(id), artist, nfts.collectible, picture(trader, id), 'deliver a picture'),
    ]),
    ...[6n, 7n, 8n].map((id) => calls(214, artist, nfts.collectible, picture(collector, id), 'deliver a picture')),
    calls(213, artist, nfts.collectible, picture(careless, 9n), 'deliver a picture'),
    calls(190, trader, nfts.collectible, gift, 'a present'),
    calls(175, artist, nfts.items, items(trader, 7n, 20n), 'deliver items'),
    calls(174, artist, nfts.items, items(collector, 7n, 5n), 'deliver items'),
    calls(173, artist, nfts.items, items(collector, 8n, 1n), 'deliver items'),
  ]
}

/**
 * After the trader pays the friend, the poisoner plants a look-alike of the friend in the trader's history: transfers of
 * nothing in the trader's name, dust from the look-alike, and a counterfeit token that repeats the real payment.
 */
function poisoning(world: SandboxWorld): Step[] {
  const { actors, tokens, decimals, traps } = world
  const { poisoner, trader, exchange } = actors
  const { pays, creates, calls, sends } = storyOf(world)
  const rent = units(1_200, decimals.usdc)
  const counterfeit = initCode('PoisonToken', ['USD Coin', 'USDC', decimals.usdc, 1_000_000n * rent])
  const forged = encodeFunctionData({
    abi: POISON_TOKEN_ABI,
    functionName: 'forge',
    args: [[trader], [poisoner], [rent]],
  })
  return [
    pays(60.5, exchange, poisoner, 400, 'gas for the poisoner'),
    sends(60.4, exchange, 'usdc', poisoner, 5, 'dust for the poisoner'),
    creates(59.95, poisoner, traps.counterfeit, counterfeit, 'counterfeit USDC'),
    calls(59.9, poisoner, tokens.usdc, transferFrom(trader, poisoner, 0n), 'a transfer of nothing'),
    calls(59.9, poisoner, tokens.usdc, transfer(trader, units(0.01, decimals.usdc)), 'dust'),
    calls(30.9, poisoner, tokens.usdc, transferFrom(trader, poisoner, 0n), 'a transfer of nothing'),
    calls(30.9, poisoner, traps.counterfeit, forged, 'a forged payment'),
    pays(30.8, poisoner, trader, 0.001, 'native dust'),
  ]
}

/** Honest projects: a young token with an airdrop, and an older one that taxes trades and says so. */
function projects(world: SandboxWorld): Step[] {
  const { actors, tokens, dex, honest, decimals } = world
  const { projectTeam, taxTeam, trader, exchange, collector, friend, worker } = actors
  const { pays, creates, calls, opensPool, buys, sells } = storyOf(world)
  const meadow = initCode('PlainToken', ['Meadow', 'MEAD', 18, 10n * MILLION, projectTeam])
  const levy = initCode('TaxToken', ['Levy', 'LEVY', 10n * MILLION, taxTeam, 200n, 200n])
  const airdrop = initCode('AirdropClaim', [tokens.honest, units(250, 18)])
  const vault = initCode('Vault4626', [tokens.usdc, 'Vaulted USD Coin', 'vUSDC', decimals.usdc])
  return [
    creates(350, worker, honest.delegate, initCode('SafeDelegate'), 'account delegate'),
    creates(349, worker, honest.vault, vault, 'vault'),
    creates(348, worker, honest.multisend, initCode('Multisend'), 'bulk payments'),
    pays(130, exchange, taxTeam, 400_000, 'withdrawal to the tax team'),
    creates(121, taxTeam, tokens.taxed, levy, 'LEVY'),
    ...opensPool(121, taxTeam, tokens.taxed, 4n * MILLION, 300_000),
    calls(
      121,
      taxTeam,
      tokens.taxed,
      encodeFunctionData({ abi: TAX_TOKEN_ABI, functionName: 'setPair', args: [dex.pairs.taxed, true] }),
      'list the pair',
    ),
    buys(110, collector, tokens.taxed, 400),
    ...sells(80, collector, tokens.taxed, units(500, 18)),
    pays(46, exchange, projectTeam, 260_000, 'withdrawal to the project team'),
    creates(45, projectTeam, tokens.honest, meadow, 'MEAD'),
    creates(45, projectTeam, honest.airdrop, airdrop, 'airdrop'),
    ...opensPool(44, projectTeam, tokens.honest, 5n * MILLION, 250_000),
    calls(44, projectTeam, tokens.honest, transfer(honest.airdrop, MILLION), 'fund the airdrop'),
    ...[43, 41, 38, 33, 29].map((daysAgo, index) => buys(daysAgo, index % 2 ? friend : collector, tokens.honest, 60)),
    buys(25, trader, tokens.honest, 500),
    ...sells(18, trader, tokens.honest, units(1_000, 18)),
    ...sells(12, collector, tokens.honest, units(200, 18)),
    calls(40, trader, tokens.usdc, approve(honest.vault, units(3_000, decimals.usdc)), 'approve the vault'),
    calls(10, friend, honest.airdrop, '0x4e71d92d', 'claim the airdrop'),
    buys(2, friend, tokens.honest, 90),
    calls(1.5, collector, tokens.taxed, approve(dex.v2Router, units(500, 18)), 'approve a sale to come'),
    calls(1.4, trader, tokens.honest, approve(dex.v2Router, units(3_000, 18)), 'approve a sale to come'),
  ]
}

/** Accounts of unusual build: a Safe at work, a token behind a proxy, a clone, a delegated account, a sanctioned one. */
function accounts(world: SandboxWorld): Step[] {
  const { actors, proxies, safe, tokens, decimals, sanctionsOracle, honest, erc4337 } = world
  const { foundation, exchange, trader, friend, issuer, sanctioned, worker, buyerTwo, batching } = actors
  const { pays, sends, creates, calls } = storyOf(world)
  const initialise = (name: string, symbol: string) =>
    encodeFunctionData({
      abi: UPGRADEABLE_ABI,
      functionName: 'initialize',
      args: [name, symbol, 18, units(5_000_000, 18), foundation],
    })
  const proxy = initCode('Proxy1967', [proxies.implementation, foundation, initialise('Commons', 'CMNS')])
  const clone = encodeFunctionData({
    abi: CLONE_FACTORY_ABI,
    functionName: 'clone',
    args: [proxies.implementation, `0x${'0'.repeat(64)}`, initialise('Commons Two', 'CMNS2')],
  })
  const list = encodeFunctionData({ abi: SANCTIONS_ABI, functionName: 'addToSanctionsList', args: [[sanctioned]] })
  const payout = safeCall(trader, tokens.usdc, transfer(friend, units(300, decimals.usdc)))
  const becomesDelegated = (daysAgo: number, actor: Actor, delegate: Address): Step => {
    const note = 'an account becomes a delegated one'
    return { daysAgo, transaction: { from: issuer, to: issuer, note, delegates: { actor, delegate } } }
  }
  const createTreasury = encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'createProxyWithNonce',
    args: [safe.singleton, treasurySetUp(), 0n],
  })
  const createAccount = encodeFunctionData({
    abi: ACCOUNT_FACTORY_ABI,
    functionName: 'createAccount',
    args: [trader, 0n],
  })
  return [
    pays(290, exchange, foundation, 20_000, 'withdrawal to the foundation'),
    creates(285, foundation, proxies.implementation, initCode('UpgradeableToken'), 'implementation'),
    creates(285, foundation, proxies.upgradeable, proxy, 'proxy'),
    creates(284, foundation, proxies.cloneFactory, initCode('CloneFactory'), 'clone factory'),
    calls(283, foundation, proxies.cloneFactory, clone, 'clone'),
    calls(270, foundation, proxies.upgradeable, transfer(trader, units(800, 18)), 'a grant to the trader'),
    becomesDelegated(140, ACTORS.delegated, honest.delegate),
    becomesDelegated(139, ACTORS.batching, erc4337.simple7702),
    calls(96, trader, erc4337.accountFactory07, createAccount, 'create the ERC-4337 account'),
    ...[erc4337.account, batching].flatMap((account) => [
      pays(95, exchange, account, 1_000, 'fund a smart account'),
      sends(95, exchange, 'usdc', account, 2_000, 'fund a smart account with USDC'),
    ]),
    calls(70, trader, safe.account, payout, 'the Safe pays'),
    creates(20, worker, proxies.nextImplementation, initCode('UpgradeableToken'), 'next implementation'),
    calls(80, issuer, sanctionsOracle, list, 'sanctions'),
    pays(55, exchange, buyerTwo, 700, 'withdrawal'),
    calls(200, foundation, safe.factory, createTreasury, 'create the treasury'),
    pays(199, foundation, safe.treasury, 6_000, 'fund the treasury'),
  ]
}

/** A year in the life of the trader: money from an exchange, swaps, approvals, payments to a friend, a Safe. */
function honestHistory(world: SandboxWorld): Step[] {
  const { chain, actors, tokens, decimals, dex, permit2, safe } = world
  const { trader, friend, exchange, deposit, fresh, delegated, victimOne, victimTwo, careless, collector } = actors
  const { calls, pays, sends, buys, sells } = storyOf(world)
  const dollars = (amount: number) => units(amount, decimals.usdc)
  const permit2Approval = encodeFunctionData({
    abi: PERMIT2_ABI,
    functionName: 'approve',
    args: [tokens.dai, dex.v3Router, units(2_000, 18), Number(FAR_DEADLINE)],
  })
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
        amountIn: nativeWorth(chain, 900),
        amountOutMinimum: 1n,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
  const createSafe = encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'createProxyWithNonce',
    args: [safe.singleton, safeSetUp(), 0n],
  })
  const rent = [330, 300, 270, 240, 210, 180, 150, 120, 90, 60, 31].flatMap((daysAgo) => [
    sends(daysAgo, trader, 'usdc', friend, 1_200, 'rent'),
  ])
  return [
    pays(390, exchange, trader, 60_000, 'withdrawal to the trader'),
    sends(389, exchange, 'usdc', trader, 40_000, 'USDC withdrawal to the trader'),
    sends(389, exchange, 'usdt', trader, 9_000, 'USDT withdrawal to the trader'),
    sends(388, exchange, 'dai', trader, 12_000, 'DAI withdrawal to the trader'),
    pays(380, exchange, friend, 3_000, 'withdrawal to the friend'),
    buys(370, trader, tokens.usdc, 2_500),
    ...sells(360, trader, tokens.usdc, dollars(1_000)),
    pays(340, trader, friend, 150, 'dinner'),
    ...rent,
    pays(255, friend, trader, 80, 'concert tickets'),
    calls(300, trader, tokens.dai, approve(permit2, UNLIMITED), 'approve Permit2'),
    calls(300, trader, permit2, permit2Approval, 'Permit2 allowance for the V3 router'),
    calls(250, trader, tokens.wrapped, '0xd0e30db0', 'wrap', nativeWorth(chain, 3_000)),
    calls(249, trader, tokens.wrapped, approve(dex.v3Router, UNLIMITED), 'approve the V3 router'),
    calls(248, trader, dex.v3Router, v3Swap, 'swap on V3'),
    pays(160, trader, deposit, 2_000, 'deposit at the exchange'),
    pays(159.9, deposit, exchange, 1_900, 'the exchange collects the deposit'),
    calls(100, trader, safe.factory, createSafe, 'create the Safe'),
    pays(99, trader, safe.account, 4_000, 'fund the Safe'),
    sends(99, trader, 'usdc', safe.account, 5_000, 'fund the Safe with USDC'),
    ...[delegated, victimOne, victimTwo, careless, collector].flatMap((person, index) => [
      pays(220 - index, exchange, person, 8_000, 'withdrawal'),
      sends(219 - index, exchange, 'usdc', person, 6_000, 'USDC withdrawal'),
      sends(218 - index, exchange, 'usdt', person, 3_000, 'USDT withdrawal'),
      sends(217 - index, exchange, 'dai', person, 2_500, 'DAI withdrawal'),
      buys(205 - index, person, tokens.usdc, 300),
    ]),
    pays(0.5, exchange, fresh, 2_000, 'withdrawal to a fresh wallet'),
    sends(0.45, exchange, 'usdc', fresh, 1_500, 'USDC withdrawal to a fresh wallet'),
  ]
}

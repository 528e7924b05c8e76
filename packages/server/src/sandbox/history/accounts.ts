import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { ACCOUNT_FACTORY_ABI, CLONE_FACTORY_ABI, SANCTIONS_ABI, UPGRADEABLE_ABI } from '../abis.ts'
import { ACTORS, type Actor } from '../actors.ts'
import { initCode } from '../initCode.ts'
import { units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { transfer } from './calls.ts'
import { safeCall } from './safeCall.ts'
import { storyOf } from './story.ts'
import type { Step } from './timeline.ts'

/** Accounts of unusual build: a Safe at work, a token behind a proxy, a clone, a delegated account, a sanctioned one. */
export function accounts(world: SandboxWorld): Step[] {
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
  ]
}

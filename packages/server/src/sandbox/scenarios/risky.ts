import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { encodeFunctionData } from 'viem/utils'
import {
  DELEGATE_ABI,
  DRAINER_ABI,
  ERC20_ABI,
  PERMIT2_ABI,
  PROXY_ABI,
  RED_PILL_ABI,
  SAFE_ABI,
  UPGRADEABLE_ABI,
} from '../abis.ts'
import { allSteps } from '../history/allSteps.ts'
import {
  approve,
  approveAll,
  FAR_DEADLINE,
  safeCall,
  swapNativeForTokens,
  transfer,
  UNLIMITED,
} from '../history/calls.ts'
import { nativeWorth, units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { type Scenario, scenarioOn } from './scenario.ts'

/** What a person would regret, or at least wants to be told before signing. */
export function riskyScenarios(world: SandboxWorld): Scenario[] {
  return [...approvals(world), ...payments(world), ...control(world), ...failures(world)]
}

function approvals(world: SandboxWorld): Scenario[] {
  const { actors, tokens, traps, nfts, permit2, decimals } = world
  const { trader, spender } = actors
  const scenario = scenarioOn(world)
  const permit = encodeFunctionData({
    abi: PERMIT2_ABI,
    functionName: 'approve',
    args: [tokens.dai, traps.drainer, 2n ** 160n - 1n, Number(FAR_DEADLINE)],
  })
  const increase = encodeFunctionData({
    abi: ERC20_ABI,
    functionName: 'increaseAllowance',
    args: [spender, units(5_000, decimals.usdc)],
  })
  return [
    scenario(
      ['permit2-approval-to-drainer', 'A Permit2 allowance without end', 'an approval one level down'],
      {
        from: trader,
        to: permit2,
        data: permit,
      },
      'BLOCK',
      ['unlimited-approval-to-unknown-contract'],
    ),
    scenario(
      ['increase-allowance-to-eoa', 'A raised allowance for a stranger', 'an approval by another name'],
      {
        from: trader,
        to: tokens.usdc,
        data: increase,
      },
      'BLOCK',
      ['approval-to-eoa'],
    ),
    scenario(
      ['unlimited-approval-to-eoa', 'An unlimited approval for a stranger', 'no protocol spends from a wallet'],
      {
        from: trader,
        to: tokens.dai,
        data: approve(spender, UNLIMITED),
      },
      'BLOCK',
      ['approval-to-eoa'],
    ),
    scenario(
      ['item-operator-approval', 'All items for an unknown contract', 'ERC-1155 operators take everything'],
      {
        from: trader,
        to: nfts.items,
        data: approveAll(traps.drainer),
      },
      'BLOCK',
      ['operator-approval-to-unknown-contract'],
    ),
  ]
}

function payments(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, decimals, traps } = world
  const { trader, poisoner, sanctioned, careless } = actors
  const scenario = scenarioOn(world)
  const rent = units(1_200, decimals.usdc)
  const securityUpdate = encodeFunctionData({ abi: DRAINER_ABI, functionName: 'securityUpdate' })
  const update = encodeFunctionData({ abi: RED_PILL_ABI, functionName: 'claimWhen', args: [0] })
  return [
    scenario(
      ['poisoned-recipient', 'Rent to the wrong address', 'it looks like the friend and is not'],
      {
        from: trader,
        to: tokens.usdc,
        data: transfer(poisoner, rent),
      },
      'BLOCK',
      ['lookalike-recipient'],
    ),
    scenario(
      ['sanctioned-recipient', 'A payment to a sanctioned address', 'the oracle on the chain lists it'],
      {
        from: trader,
        to: sanctioned,
        value: nativeWorth(chain, 300),
      },
      'BLOCK',
      ['flagged-recipient'],
    ),
    scenario(
      ['token-to-own-contract', 'Dollars sent to the dollar contract', 'nobody can send them back'],
      {
        from: trader,
        to: tokens.usdc,
        data: transfer(tokens.usdc, units(700, decimals.usdc)),
      },
      ['CAUTION', 'BLOCK'],
      ['tokens-sent-to-token-contract'],
    ),
    scenario(
      ['red-pill', 'A claim that knows when it is watched', 'harmless in a naive simulation only'],
      {
        from: careless,
        to: traps.redPill,
        data: update,
        value: nativeWorth(chain, 20),
      },
      'BLOCK',
      ['asset-drain-through-approvals', 'simulation-evading-transaction'],
    ),
    scenario(
      ['payable-security-update', 'Security update', 'it costs money and gives nothing'],
      {
        from: trader,
        to: traps.drainer,
        data: securityUpdate,
        value: nativeWorth(chain, 900),
      },
      ['CAUTION', 'BLOCK'],
      ['fake-claim-function'],
    ),
  ]
}

function control(world: SandboxWorld): Scenario[] {
  const { chain, actors, traps, safe, proxies, tokens } = world
  const { trader, foundation, spender, collector } = actors
  const scenario = scenarioOn(world)
  const upgrade = encodeFunctionData({
    abi: PROXY_ABI,
    functionName: 'upgradeToAndCall',
    args: [proxies.nextImplementation, '0x'],
  })
  const handOver = encodeFunctionData({ abi: UPGRADEABLE_ABI, functionName: 'transferOwnership', args: [collector] })
  const sweep = encodeFunctionData({ abi: DELEGATE_ABI, functionName: 'sweep', args: [[tokens.usdc]] })
  const addOwner = encodeFunctionData({ abi: SAFE_ABI, functionName: 'addOwnerWithThreshold', args: [spender, 1n] })
  return [
    scenario(
      ['proxy-upgrade', 'New code behind a proxy', 'what the contract does changes for everyone'],
      {
        from: foundation,
        to: proxies.upgradeable,
        data: upgrade,
      },
      ['CAUTION', 'BLOCK'],
      ['implementation-change'],
    ),
    scenario(
      ['ownership-transfer', 'Handing over a contract', 'the new owner has every privilege'],
      {
        from: foundation,
        to: proxies.clone,
        data: handOver,
      },
      ['CAUTION', 'BLOCK'],
      ['ownership-change'],
    ),
    scenario(
      ['safe-new-owner', 'A stranger becomes owner of the Safe', 'one signature of theirs will suffice'],
      {
        from: trader,
        to: safe.account,
        data: safeCall(trader, safe.account, addOwner),
      },
      ['CAUTION', 'BLOCK'],
      ['safe-configuration-change'],
    ),
    scenario(
      ['safe-delegatecall', 'Strange code inside the Safe', 'a DELEGATECALL empties the account'],
      {
        from: trader,
        to: safe.account,
        data: safeCall(trader, traps.maliciousDelegate, sweep, 0n, 1),
      },
      ['CAUTION', 'BLOCK'],
      ['safe-delegatecall'],
    ),
    scenario(
      ['malicious-delegation', 'The account gets a delegate', 'its code can take everything, for ever'],
      {
        from: trader,
        to: trader,
        authorizationList: [
          { chainId: CHAIN_IDS[chain], address: traps.maliciousDelegate, nonce: nonceOf(trader, world) + 1 },
        ],
      },
      ['CAUTION', 'BLOCK'],
      ['account-delegation'],
    ),
  ]
}

function failures(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, dex, decimals } = world
  const { trader, fresh, friend } = actors
  const scenario = scenarioOn(world)
  const greedy = swapNativeForTokens([tokens.wrapped, tokens.usdc], trader, units(100_000, decimals.usdc))
  return [
    scenario(
      ['reverting-call', 'A swap that asks too much', 'it fails, and why'],
      {
        from: trader,
        to: dex.v2Router,
        data: greedy,
        value: nativeWorth(chain, 100),
      },
      ['REVIEW', 'CAUTION'],
      ['reverting-transaction'],
    ),
    scenario(
      ['insufficient-balance', 'More than the wallet holds', 'it cannot be paid'],
      {
        from: fresh,
        to: friend,
        value: nativeWorth(chain, 1_000_000),
      },
      ['REVIEW', 'CAUTION'],
      ['insufficient-balance'],
    ),
  ]
}

/** Transactions an actor has sent by the head: what its next one is numbered. */
function nonceOf(address: Address, world: SandboxWorld): number {
  return allSteps(world).filter(({ transaction }) => transaction.from === address).length
}

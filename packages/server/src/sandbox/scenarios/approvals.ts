import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { COLLECTION_ABI } from '../abis.ts'
import { approve, safeCall, UNLIMITED } from '../history/calls.ts'
import { units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { type Scenario, scenarioOn } from './scenario.ts'

/** Safe 1.4.1's. */
const MULTI_SEND = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'
const MULTI_SEND_ABI = parseAbi(['function multiSend(bytes transactions)'])

/** Permissions that look harmless by a name or by an amount, and one that looks dangerous and is not. */
export function approvalScenarios(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, multicall3, traps, nfts, safe, decimals } = world
  const { trader, collector } = actors
  const scenario = scenarioOn(world)
  const approveItem = encodeFunctionData({ abi: COLLECTION_ABI, functionName: 'approve', args: [traps.drainer, 7n] })
  // Operation 1, target, no value, no data: packed as MultiSend reads it.
  const batch = encodeFunctionData({
    abi: MULTI_SEND_ABI,
    functionName: 'multiSend',
    args: [`0x01${traps.maliciousDelegate.slice(2)}${'0'.repeat(128)}`],
  })
  return [
    scenario(
      ['approval-to-multicall', 'An approval to Multicall3', 'any account may spend through a public executor'],
      { from: trader, to: tokens.usdc, data: approve(multicall3, UNLIMITED) },
      'BLOCK',
      ['approval-to-open-executor'],
    ),
    scenario(
      ['approval-to-token', 'Dollars approved to another dollar', 'a familiar name is no reason to spend'],
      { from: trader, to: tokens.usdc, data: approve(tokens.usdt, UNLIMITED) },
      ['CAUTION', 'BLOCK'],
      ['approval-to-token-contract'],
    ),
    scenario(
      ['approval-of-the-balance', 'An approval of all there is', 'a bound that bounds nothing'],
      { from: trader, to: tokens.usdc, data: approve(traps.drainer, units(1_000_000, decimals.usdc)) },
      ['CAUTION', 'BLOCK'],
      ['limited-approval-to-unknown-contract'],
    ),
    scenario(
      ['approval-of-an-item', 'One collectible approved', 'one of a kind is everything'],
      { from: collector, to: nfts.collectible, data: approveItem },
      ['CAUTION', 'BLOCK'],
      ['limited-approval-to-unknown-contract'],
    ),
    scenario(
      ['approval-to-self', 'An approval to oneself', 'nobody gains a permission'],
      { from: trader, to: tokens.usdc, data: approve(trader, UNLIMITED) },
      'PROCEED',
    ),
    scenario(
      ['delegatecall-in-batch', 'Strange code inside a batch of the Safe', 'a library’s call hides a DELEGATECALL'],
      { from: trader, to: safe.account, data: safeCall(trader, MULTI_SEND, batch, 0n, 1) },
      ['CAUTION', 'BLOCK'],
      ['safe-delegatecall'],
    ),
    scenario(
      ['delegation-to-multicall', 'The account runs Multicall3', 'any account may then act as the account'],
      { from: trader, to: trader, authorizationList: [{ chainId: CHAIN_IDS[chain], address: multicall3, nonce: 0 }] },
      ['CAUTION', 'BLOCK'],
      ['account-delegation'],
    ),
  ]
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import { nativeWorth, units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { addLiquidityNative, approve, swapNativeForTokens, swapTokensForNative, transfer, UNLIMITED } from './calls.ts'
import type { Step } from './timeline.ts'

/** The sentences that stories are told in. Every function returns the steps of one day. */
export type Story = {
  /** Any call. `value` in wei. */
  calls(daysAgo: number, from: Address, to: Address, data: Hex, note: string, value?: bigint): Step
  /** Sends native coin worth that many dollars. */
  pays(daysAgo: number, from: Address, to: Address, dollars: number, note: string): Step
  /** Sends whole dollars of a dollar token. */
  sends(daysAgo: number, from: Address, token: Dollar, to: Address, dollars: number, note: string): Step
  creates(daysAgo: number, from: Address, address: Address, initCode: Hex, note: string): Step
  /** Opens a V2 pool with everything the team put aside and that many dollars' worth of native coin. */
  opensPool(daysAgo: number, team: Address, token: Address, tokens: bigint, dollars: number): Step[]
  buys(daysAgo: number, who: Address, token: Address, dollars: number): Step
  /** Approves the exact amount and sells it for native coin. */
  sells(daysAgo: number, who: Address, token: Address, amount: bigint): Step[]
}

export type Dollar = 'usdc' | 'usdt' | 'dai'

/** @param world Places and amounts of one network. */
export function storyOf(world: SandboxWorld): Story {
  const { chain, tokens, decimals, dex } = world
  const calls: Story['calls'] = (daysAgo, from, to, data, note, value = 0n) => ({
    daysAgo,
    transaction: { from, to, data, note, value },
  })
  return {
    calls,
    pays: (daysAgo, from, to, dollars, note) => calls(daysAgo, from, to, '0x', note, nativeWorth(chain, dollars)),
    sends: (daysAgo, from, token, to, dollars, note) =>
      calls(daysAgo, from, tokens[token], transfer(to, units(dollars, decimals[token])), note),
    creates: (daysAgo, from, address, initCode, note) => ({
      daysAgo,
      creates: address,
      transaction: { from, data: initCode, note },
    }),
    opensPool: (daysAgo, team, token, amount, dollars) => [
      calls(daysAgo, team, token, approve(dex.v2Router, UNLIMITED), 'approve the router'),
      {
        daysAgo,
        transaction: {
          from: team,
          to: dex.v2Router,
          data: addLiquidityNative(token, amount, team),
          value: nativeWorth(chain, dollars),
          gas: 8_000_000n,
          note: 'open a pool',
        },
      },
    ],
    buys: (daysAgo, who, token, dollars) =>
      calls(
        ...([daysAgo, who, dex.v2Router, swapNativeForTokens([tokens.wrapped, token], who)] as const),
        ...(['buy on V2', nativeWorth(chain, dollars)] as const),
      ),
    sells: (daysAgo, who, token, amount) => [
      calls(daysAgo, who, token, approve(dex.v2Router, amount), 'approve a sale'),
      calls(daysAgo, who, dex.v2Router, swapTokensForNative(amount, [token, tokens.wrapped], who), 'sell on V2'),
    ],
  }
}

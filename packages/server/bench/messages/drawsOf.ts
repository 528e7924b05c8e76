import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { keccak256, numberToHex } from 'viem/utils'
import { SANDBOX_CHAINS } from '../../src/sandbox/canonical.ts'
import { nativeWorth } from '../../src/sandbox/profiles.ts'
import { type SandboxWorld, sandboxWorld } from '../../src/sandbox/world.ts'

export type Draw = ReturnType<typeof drawsOf>
/** Makes the body of one case. */
export type Make = (draw: Draw, hostile: boolean) => Record<string, unknown>

export const ETHER = 10n ** 18n
export const MAX = 2n ** 256n - 1n
const DAY = 86_400

/** Random choices of one case. */
export function drawsOf(random: () => number, onEthereum: boolean) {
  const integer = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const pick = <Value>(from: readonly Value[]): Value => from[integer(0, from.length - 1)] as Value
  const chance = () => random() < 0.5
  const world: SandboxWorld = sandboxWorld(onEthereum ? 'ethereum' : pick(SANDBOX_CHAINS))
  const word = (): Hex => keccak256(numberToHex(integer(1, 2 ** 40)))
  const someone = (): Address => `0x${word().slice(-40)}`
  const { actors, traps, dex, headTimestamp, decimals } = world
  const soon = () => headTimestamp + integer(10, 60) * 60
  /** A personal account: unknown, or that of an unlisted thief. */
  const thief = (): Address => pick([someone(), actors.drainerOperator, actors.drainerCashOut])
  return {
    world,
    trader: actors.trader,
    integer,
    chance,
    word,
    someone,
    thief,
    soon,
    spender: (hostile: boolean): Address =>
      hostile ? pick([thief(), thief(), traps.drainer]) : pick([dex.v2Router, dex.v3Router]),
    deadline: (hostile: boolean) => (hostile ? headTimestamp + integer(400, 4_000) * DAY : soon()),
    dollars: () => BigInt(integer(2, 400)) * 10n ** BigInt(decimals.usdc),
    small: () => BigInt(integer(2, 40)) * ETHER,
    large: () => (chance() ? MAX : 10_000n * 10n ** BigInt(decimals.usdc)),
    /** About what the trader paid for one. */
    picturePrice: () => nativeWorth(world.chain, integer(90, 160)),
    permitDetails: (token: Address, hostile: boolean) => ({
      token,
      amount: String(hostile ? 2n ** 160n - 1n : 25n * 10n ** BigInt(token === world.tokens.dai ? 18 : decimals.usdc)),
      expiration: hostile ? String(2n ** 48n - 1n) : headTimestamp + integer(1, 30) * DAY,
      nonce: 0,
    }),
  }
}

export function body(draw: Draw, typedData: object): Record<string, unknown> {
  return { address: draw.trader, chain: draw.world.chain, typedData }
}

/** Typed data of an encoded type whose first struct is the primary one. */
export function typed(
  draw: Draw,
  { type, domain, message }: { type: string; domain: Record<string, unknown>; message: object },
): Record<string, unknown> {
  const types = Object.fromEntries(
    [...type.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, name = '', members = '']) => [
      name,
      members.split(',').map((member) => {
        const [of = '', called = ''] = member.split(' ')
        return { name: called, type: of }
      }),
    ]),
  )
  const { verifyingContract, ...rest } = domain
  const whole = {
    ...rest,
    chainId: CHAIN_IDS[draw.world.chain],
    ...(verifyingContract !== undefined && { verifyingContract }),
  }
  return body(draw, { types, primaryType: type.slice(0, type.indexOf('(')), domain: whole, message })
}

/** Numbers from 0 to 1, the same in every run of a seed. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

import type { PageClass, PageDesign } from './pageDesign.ts'
import { VISITOR } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'

/** A class of one page of the eighth set. */
export const one = (id: string, hostile: boolean, design: (world: PageWorld) => PageDesign): PageClass => ({
  id: `blind8-${id}`,
  hostile,
  single: true,
  design: (_, world) => design(world),
})

/** JavaScript literal of a value; big numbers are decimal text. */
const js = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one))

/** The same for typed data of the sandbox's trader, whose place the visitor takes. */
export const typedFor = (world: PageWorld, typed: object): string => js(typed).replaceAll(world.actors.trader, VISITOR)

/** JavaScript: sends a transaction by the toolkit's `pay`. */
export const pays = (to: string, data: string, value = 0n): string =>
  `await pay('${to}', '${data}', '0x${value.toString(16)}')`

/** Body of an answer 402 (x402, version 1). `amount`: base units of USDC; `seconds`: how long the offer stands. */
export const x402Offer = (
  { tokens }: PageWorld,
  { amount, payTo, seconds }: { amount: bigint | string; payTo: string; seconds: number },
): string =>
  js({
    x402Version: 1,
    accepts: [
      {
        scheme: 'exact',
        network: 'ethereum',
        maxAmountRequired: amount,
        payTo,
        asset: tokens.usdc,
        maxTimeoutSeconds: seconds,
        extra: { name: 'USD Coin', version: '2' },
      },
    ],
  })

export const DOLLAR = 10n ** 6n
export const COIN = 10n ** 18n
export const THEIR_BITCOIN = 'bc1qz3m8a2k5e9v7w4t0y6u3r8p5l2j7h4g9f6d3s0'
export const OWN_BITCOIN = 'bc1q4n7k2x9c6v3b0m8l5j2h7g4f1d9s6a3q0w5e8r'
export const THEIR_TRON = 'TXm8qG4nB7rYc2kLw9vHs5eDz3pUj6fTaQ'

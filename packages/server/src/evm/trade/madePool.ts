import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../chains/index.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { CallOutcome, Simulator } from '../simulation/simulator.ts'
import { boundedReads } from './boundedReads.ts'
import type { TradePool } from './tradePools.ts'
import { words } from './words.ts'

export type MadePool = { pool: TradePool; prelude: Transaction[] }

/** Wei of the native coin on the quote side. */
const QUOTE_AMOUNT = 10n ** 20n
const POCKET = 2n * QUOTE_AMOUNT
const GAS = 6_000_000n
const MAX_SUPPLIERS = 6

/**
 * Makes a pool at the network's leading V2 exchange, as a holder of the token could, and returns its probed calls. The first
 * supplier whose tokens arrive makes it. Null when no supplier's tokens arrive.
 */
export async function madePool(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  {
    block,
    token,
    trader,
    suppliers,
  }: { block: PinnedBlock; token: Address; trader: Address; suppliers: readonly Address[] },
  signal: AbortSignal,
): Promise<MadePool | null> {
  const factory = NETWORKS[chain.chain].factories.find(({ style }) => style === 'v2')
  const quote = NETWORKS[chain.chain].quoteTokens[0]
  const asked = [...new Set(suppliers)].slice(0, MAX_SUPPLIERS)
  const [anyone] = asked
  if (factory === undefined || quote === undefined || anyone === undefined || quote.address === token) return null
  const call = (from: Address, to: Address, data: Transaction['data'], value = 0n): Transaction => {
    return { from, to, value, data, gas: GAS }
  }
  const create = (from: Address) => call(from, factory.factory, words('0xc9c65396', token, quote.address))
  const run = async (calls: Transaction[][]): Promise<(CallOutcome[] | null)[]> =>
    simulator.simulateSequences({
      block,
      sequences: calls.map((steps) => {
        const senders = steps.map(({ from }) => [from, { balance: POCKET }] as const)
        return { blocks: [{ calls: steps }], stateOverrides: Object.fromEntries(senders) }
      }),
      signal,
    })
  const reads = [
    { to: factory.factory, data: callData('getPair', token, quote.address) },
    ...asked.map((supplier) => ({ to: token, data: callData('balanceOf', supplier) })),
  ]
  const [[pairAnswer = null, ...balances], [created]] = await Promise.all([
    boundedReads(simulator, { block, trader, reads }, signal),
    run([[create(anyone)]]),
  ])
  const present = pairAnswer?.[0] ?? 0n
  const empty = present !== 0n
  const pair = empty ? addressOf(present) : addressAt(created?.[0]?.success ? created[0].output : null)
  if (pair === null) return null
  const makers = asked.flatMap((supplier, index) => {
    const balance = balances[index]?.[0] ?? 0n
    const amount = balance > 1n ? balance / 2n : balance
    if (amount === 0n) return []
    return [
      [
        ...(empty ? [] : [create(supplier)]),
        call(supplier, token, words('0xa9059cbb', pair, amount)),
        call(supplier, quote.address, '0xd0e30db0', QUOTE_AMOUNT),
        call(supplier, quote.address, words('0xa9059cbb', pair, QUOTE_AMOUNT)),
        call(supplier, pair, words('0x6a627842', supplier)),
      ],
    ]
  })
  const tried = await run(makers.map((prelude) => [...prelude, call(anyone, pair, callData('getReserves'))]))
  const tokenIsFirst = token < quote.address
  for (const [index, prelude] of makers.entries()) {
    const reserves = tried[index]?.at(-1)?.output ?? null
    const sides = [wordAt(reserves, 0), wordAt(reserves, 1)] as const
    const [tokens, depth] = tokenIsFirst ? sides : [sides[1], sides[0]]
    if (!tokens || !depth) continue
    const { exchange, style } = factory
    const made = { exchange, style, factory: factory.factory, fee: null, quote, tokenIsFirst, address: pair }
    return { prelude, pool: { ...made, tokens, depth, depthUsd: null } }
  }
  return null
}

function addressOf(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0')}`
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Factory, QuoteToken } from '../../chains/definition.ts'
import type { Read } from '../decode/aggregate.ts'
import { callData } from '../decode/callData.ts'
import type { Pool } from './pool.ts'

/** A pool that a factory may have made. `fee` in hundredths of a basis point; null for V2 and where pools set their own. */
export type PoolCandidate = Omit<Pool, 'address'> & { factory: Address; fee: number | null }

/**
 * What to ask the factories for the pools of a token against each quote token: every fee tier of V3, and the one pool of a
 * V3 factory without tiers (Algebra).
 */
export function poolCandidates(
  token: Address,
  quotes: readonly QuoteToken[],
  factories: readonly Factory[],
): { pool: PoolCandidate; read: Read }[] {
  return quotes
    .filter(({ address }) => address !== token)
    .flatMap((quote) =>
      factories.flatMap(({ exchange, style, factory, fees }) => {
        const pool = { style, exchange, quote, tokenIsFirst: token < quote.address, factory }
        const asked = (fee: number | null, data: Hex) => ({ pool: { ...pool, fee }, read: { to: factory, data } })
        if (style === 'v2') return [asked(null, callData('getPair', token, quote.address))]
        if (fees.length === 0) return [asked(null, callData('poolByPair', token, quote.address))]
        return fees.map((fee) => asked(fee, callData('getPool', token, quote.address, BigInt(fee))))
      }),
    )
}

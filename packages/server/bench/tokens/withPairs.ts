import { HONEST_SIGNS, SCAM_SIGNS, type ScamSignalId } from '@redoubt/risk/contract/scamSignals.ts'

/** Tokens that have a pair of signs, and tokens that lack it, at least: a rarer pair would be one family's. */
const MIN_TOKENS = 12

export type PairedFeatures = {
  /** A row a token, 0 or 1: the signs in their order, then the pairs. */
  features: number[][]
  pairs: [ScamSignalId, ScamSignalId][]
  /** By feature: +1 where it may only speak for a scam, -1 only against one. */
  directions: (1 | -1)[]
}

/**
 * Adds to the signs of each token the pairs of signs that enough of the tokens have. Labels play no part in the choice. A pair with a
 * sign against a scam may only speak against one.
 */
export function withPairs(signs: readonly ReadonlySet<ScamSignalId>[]): PairedFeatures {
  const pairs = SCAM_SIGNS.flatMap((one, at) =>
    SCAM_SIGNS.slice(at + 1).map((other): [ScamSignalId, ScamSignalId] => [one, other]),
  ).filter(([one, other]) => {
    const having = signs.filter((found) => found.has(one) && found.has(other)).length
    return having >= MIN_TOKENS && having <= signs.length - MIN_TOKENS
  })
  const direction = (...of: ScamSignalId[]) => (of.some((id) => HONEST_SIGNS.includes(id)) ? -1 : 1)
  return {
    features: signs.map((found) => [
      ...SCAM_SIGNS.map((id) => Number(found.has(id))),
      ...pairs.map(([one, other]) => Number(found.has(one) && found.has(other))),
    ]),
    pairs,
    directions: [...SCAM_SIGNS.map((id) => direction(id)), ...pairs.map((pair) => direction(...pair))],
  }
}

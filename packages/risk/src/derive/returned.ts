import type { Loss, Movement } from './shapes.ts'

/** Percent of the given value below which a return is a gesture; another rule judges how much too little it is. */
const MEANINGFUL_PERCENT = 20
/** Smallest meaningful return in USD, when the given assets have no price. */
const MEANINGFUL_USD = { coin: 0.01, item: 1 } as const
/** Wei that count as a return while no price of the native coin is known. */
const MEANINGFUL_WEI = 10n ** 15n

/**
 * Classifies what one account gets back for what it gives. `value`: a meaningful priced share. `unpriced`: assets without a
 * price, which any contract can print. `nothing`: nothing, or dust.
 */
export function returnedFor(given: readonly Movement[], gained: readonly Movement[]): Loss['returned'] {
  const priced = given.some(({ usd }) => usd !== null)
  const gainedUsd = totalUsd(gained)
  const item = given.some(({ assetType }) => assetType === 'erc721' || assetType === 'erc1155')
  const enough = priced ? (totalUsd(given) * MEANINGFUL_PERCENT) / 100 : MEANINGFUL_USD[item ? 'item' : 'coin']
  if (gained.some(({ usd }) => usd !== null) && gainedUsd >= enough) return 'value'
  const unpriced = gained.filter(({ usd }) => usd === null)
  if (unpriced.some(({ assetType, amount }) => assetType === 'native' && amount >= MEANINGFUL_WEI)) return 'value'
  return unpriced.some(({ assetType }) => assetType !== 'native') ? 'unpriced' : 'nothing'
}

function totalUsd(movements: readonly Movement[]): number {
  return movements.reduce((sum, { usd }) => sum + (usd ?? 0), 0)
}

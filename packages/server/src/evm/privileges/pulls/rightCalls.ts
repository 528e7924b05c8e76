import type { Hex } from '@redoubt/risk/address.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import type { PowerCall } from '../paths/explored.ts'
import type { FoundPull } from './contractPulls.ts'

/** Calls by which a module acts as a smart account that enabled it: of a Safe, of ERC-7579 and of ERC-6900. */
const MODULE_CALLS = [0x468721a7, 0x5229073f, 0xd691c964, 0x38997b11]
export const WALLET_CALLS: ReadonlySet<Hex> = new Set(MODULE_CALLS.map((selector): Hex => `0x${selector.toString(16)}`))
/** decreaseLiquidity and collect of Uniswap V3's positions, whose first word is the position. */
const DECREASE = 0x0c49ccbe
const COLLECT = 0xfc6f7865

/** Calls by which a contract uses rights that its users give beside approvals of tokens. */
export const RIGHT_CALLS: readonly PowerCall[] = [
  ...MODULE_CALLS.map((selector) => ({ target: null, selector, owner: null, receiver: null, use: 'wallets' as const })),
  { target: null, selector: DECREASE, owner: 4, receiver: null, use: 'liquidity' },
  { target: null, selector: COLLECT, owner: 4, receiver: 36, use: 'collection' },
]

/**
 * Returns pulls with the right that each uses. The liquidity of a position is taken by two calls, which one function or two of them make: the
 * guards of both stand before it. What one call alone can do, such as collecting fees, takes no position.
 */
export function withRights(pulls: readonly FoundPull[]): FoundPull[] {
  const liquidity = pulls.filter(({ use }) => use === 'liquidity')
  return pulls.flatMap(({ use, ...pull }): FoundPull[] => {
    if (use === undefined) return [pull]
    if (use === 'wallets') return [{ ...pull, right: 'wallets' }]
    if (use === 'liquidity') return []
    const [fewest] = liquidity
      .map(({ guards }) => withGuards(pull.guards, guards))
      .toSorted((a, b) => a.length - b.length)
    return fewest === undefined ? [] : [{ ...pull, guards: fewest, right: 'positions' }]
  })
}

/** The guards of one call and of another, each once. */
export function withGuards(own: readonly PullGuard[], others: readonly PullGuard[]): PullGuard[] {
  const isKnown = ({ by, holder }: PullGuard) => own.some((one) => one.by === by && one.holder === holder)
  return [...own, ...others.filter((one) => !isKnown(one))]
}

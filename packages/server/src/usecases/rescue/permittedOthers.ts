import type { Address } from '@redoubt/risk/address.ts'
import type { RescuePlan } from '@redoubt/risk/facts/rescueFacts.ts'
import type { Permission } from '@redoubt/risk/facts/revocationFacts.ts'
import type { RightPower } from '@redoubt/risk/wallet/rightRisk.ts'
import { getAddress } from 'viem/utils'
import type { Ledger } from '../permissions/renderWalletPermissions.ts'

/** A permission of the ledger whose holder can take the same assets, or make debts, before the rescue. */
export type RenderedPermitted = {
  standard: Permission['standard']
  token: string
  spender: string
  tokenId: string | null
  power: RightPower
  valueAtRiskUsd: number | null
  /** False: only a log shows it, of a contract that is on no list, in a transaction that the account did not send itself. */
  confirmed: boolean
}

/**
 * A thief's code makes approvals in the thief's transactions: over what is moved here they count even where only a log shows them. Those
 * come in turn with what is confirmed, the most at risk first: neither kind leaves the other out.
 */
export function permittedOthers({ entries, unconfirmed }: Ledger, { assets }: RescuePlan): RenderedPermitted[] {
  const moved = new Set(assets.map(({ token }) => token))
  const worthOf = (of: Address | null) =>
    assets.reduce((sum, { token, valueUsd }) => (token === of ? sum + (valueUsd ?? 0) : sum), 0)
  const known = entries
    .filter(({ power, approval }) => TAKES.has(power) && (approval === null || approval.balance !== 0n))
    .map(({ permission, power, approval, right }) => ({
      ...permission,
      power,
      valueAtRiskUsd: (approval ?? right).valueAtRiskUsd,
      confirmed: true,
    }))
    .toSorted(byRisk)
  const logged = unconfirmed
    .filter(({ standard, token }) => moved.has(token) && OF_TOKENS.has(standard))
    .map((permission) => ({ ...permission, power: 'take' as const, valueAtRiskUsd: null, confirmed: false }))
    .toSorted((a, b) => worthOf(b.token) - worthOf(a.token))
  return inTurn<Permitted>(known, logged).flatMap(
    ({ standard, token, spender, tokenId, power, valueAtRiskUsd, confirmed }) => {
      if (token === null) return []
      const id = tokenId === null ? null : String(tokenId)
      const named = { standard, token: getAddress(token), spender: getAddress(spender), tokenId: id }
      return [{ ...named, power, valueAtRiskUsd, confirmed }]
    },
  )
}

type Permitted = Permission & Pick<RenderedPermitted, 'power' | 'valueAtRiskUsd' | 'confirmed'>

/** Powers over everything first; what has no price comes after what has one. */
function byRisk(a: Permitted, b: Permitted): number {
  const isWhole = ({ power }: Permitted) => Number(power === 'everything')
  return isWhole(b) - isWhole(a) || (b.valueAtRiskUsd ?? -1) - (a.valueAtRiskUsd ?? -1)
}

function inTurn<One>(first: readonly One[], second: readonly One[]): One[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, at) =>
    [first, second].flatMap((list) => list.slice(at, at + 1)),
  ).flat()
}

/** Permissions that tokens keep over themselves. */
const OF_TOKENS: ReadonlySet<Permission['standard']> = new Set(['erc20', 'erc721', 'erc1155', 'erc777', 'erc6909'])
/** Powers over what the account has, or owes. */
const TAKES: ReadonlySet<RightPower> = new Set(['everything', 'take', 'borrow'])

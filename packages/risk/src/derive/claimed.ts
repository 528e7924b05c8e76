import type { Claim } from '../facts/claim.ts'
import type { Loss, Movement, Movements, Part } from './shapes.ts'

/** Share of what left, in percent, from which on what comes back is a return, and from which on it is all but a fee. */
const RETURN_PERCENT = 50n
const WHOLE_PERCENT = 90n

type Outgoing = Pick<Movement, 'account' | 'address' | 'tokenId'>

/** Returns the claim on an asset that leaves; null where no withdrawal was looked for. */
export function claimOn(claims: readonly Claim[], { account, address, tokenId }: Outgoing): Claim | null {
  return claims.find((one) => one.account === account && one.asset === address && one.tokenId === tokenId) ?? null
}

/** Whether at least half comes back, to the owner alone. */
export function isClaimed({ returned, amount, openToOthers }: Claim): boolean {
  return !openToOthers && returned * 100n >= amount * RETURN_PERCENT
}

/** Whether all of it but a fee comes back, to the owner alone. */
export function isWhole(claim: Claim): boolean {
  return isClaimed(claim) && claim.returned * 100n >= claim.amount * WHOLE_PERCENT
}

/** Counts what the owner can take back as a return: a deposit with a tested withdrawal is no loss. */
export function applyClaims(movements: Movements, claims: readonly Claim[]): Movements {
  if (claims.length === 0) return movements
  const lost = movements.lost.map((loss): Loss => {
    const claim = claimOn(claims, loss)
    return claim !== null && isClaimed(claim) && claim.amount >= loss.amount ? { ...loss, returned: 'value' } : loss
  })
  return { ...movements, lost }
}

export function applyClaimsToParts(parts: readonly Part[], claims: readonly Claim[]): Part[] {
  return parts.map((part) => ({ ...part, movements: applyClaims(part.movements, claims) }))
}

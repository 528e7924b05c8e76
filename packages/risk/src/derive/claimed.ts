import type { Claim, ClaimTake } from '../facts/claim.ts'
import type { Loss, Movement, Movements, Part } from './shapes.ts'

/** Share of what left, in percent, above which what comes back is a return, and above which it is all but a fee. */
const RETURN_PERCENT = 50n
const WHOLE_PERCENT = 90n

type Outgoing = Pick<Loss, 'account' | 'address' | 'tokenId' | 'takers' | 'through'>

/**
 * Returns the claim on an asset that leaves; null where no withdrawal was looked for. What one contract pays back says nothing of
 * what leaves to another.
 */
export function claimOn(claims: readonly Claim[], loss: Outgoing): Claim | null {
  const takers = loss.through ?? loss.takers
  const found = claims
    .filter(
      (one) =>
        one.owed === undefined &&
        one.account === loss.account &&
        one.asset === loss.address &&
        one.tokenId === loss.tokenId,
    )
    .filter((one) => one.takers.some((taker) => takers.includes(taker)))
  return found.find(isClaimed) ?? found[0] ?? null
}

/** Pairs what leaves with the claim on it, and what a contract owes for a payment with the claim on that. Assets that no withdrawal was looked for are left out. */
export function claimsOn(
  lost: readonly Loss[],
  claims: readonly Claim[],
): { loss: Loss; claim: Claim; isOwed: boolean }[] {
  const left = lost.flatMap((loss) => {
    const claim = claimOn(claims, loss)
    return claim === null ? [] : [{ loss, claim, isOwed: false }]
  })
  const owed = claims.flatMap((claim) => {
    const loss = owedBy(claim)
    return loss === null ? [] : [{ loss, claim, isOwed: true }]
  })
  return [...left, ...owed]
}

/** What a contract owes, as an asset that its owner has there. */
function owedBy({ owed, account, asset, amount, takers }: Claim): Loss | null {
  if (owed === undefined) return null
  const { symbol, decimals, usd } = owed
  return {
    account,
    assetType: asset === null ? 'native' : 'erc20',
    address: asset,
    tokenId: null,
    symbol,
    decimals,
    amount,
    before: null,
    usd,
    how: 'paid',
    takers,
    returned: 'nothing',
  }
}

/** Whether more than half comes back, to the owner alone. */
export function isClaimed({ returned, amount, openToOthers }: Claim): boolean {
  return !openToOthers && returned * 100n > amount * RETURN_PERCENT
}

/**
 * Whether another token is paid later for one without a price, and no other account can have what left before: a migration. For what has a
 * price, a token that any contract can print is no return.
 */
export function isReplaced({ replacement, takes, openToOthers }: Claim, { usd }: Pick<Movement, 'usd'>): boolean {
  return replacement !== undefined && usd === null && takes.length === 0 && !openToOthers
}

/** Whether all of it but a fee comes back, to the owner alone. */
export function isWhole(claim: Claim): boolean {
  return isClaimed(claim) && claim.returned * 100n > claim.amount * WHOLE_PERCENT
}

/** The call by which one private key takes the deposit, at once or later; null where none was found. */
export function takeByKey({ takes }: Claim): ClaimTake | null {
  return takes.find(({ isKey }) => isKey) ?? null
}

/** Whether the owner's withdrawal waits for a privileged account that cannot take the deposit itself: an oracle's queue. */
export function isReleased({ release, takes, openToOthers }: Claim): boolean {
  return release !== null && takes.length === 0 && !openToOthers
}

/** Whether only signatures of others may pay it out, and no privileged call takes it: a bridge, a co-signed account. */
export function isSealed({ complete, takes, lockedBySignature, openToOthers }: Claim): boolean {
  return complete && takes.length === 0 && lockedBySignature && !openToOthers
}

/**
 * Counts what the owner can take back as a return: a deposit with a tested withdrawal is no loss. What another account can take
 * back is a payment to that account.
 */
export function applyClaims(movements: Movements, claims: readonly Claim[]): Movements {
  if (claims.length === 0) return movements
  const lost = movements.lost.map((loss): Loss => {
    const claim = claimOn(claims, loss)
    const kept = keptFor(claims, loss)
    if (kept !== null) {
      // Who holds the receipt can redeem it, and gives the receipt back.
      const isRedeemable =
        claim !== null && isClaimed(claim) && kept.takers.some((taker) => taker === claim.beneficiary)
      if (kept.owed?.pays?.priced === true || isRedeemable) return { ...loss, returned: 'value' }
      return loss.returned === 'nothing' ? { ...loss, returned: 'unpriced' } : loss
    }
    if (claim !== null && isReplaced(claim, loss) && loss.returned === 'nothing')
      return { ...loss, returned: 'unpriced' }
    if (claim === null || !isClaimed(claim) || claim.amount < loss.amount) return loss
    if (claim.beneficiary === null) return { ...loss, returned: 'value' }
    return { ...loss, how: 'sent', takers: [claim.beneficiary], through: loss.takers }
  })
  return { ...movements, lost }
}

/** Returns the claim on what a contract keeps for the payer in place of what left, where all of it comes out; null: none. */
function keptFor(claims: readonly Claim[], { account, address }: Loss): Claim | null {
  const found = claims.find(
    (one) => one.account === account && one.beneficiary === null && one.owed?.pays?.assets.includes(address) === true,
  )
  return found !== undefined && isWhole(found) ? found : null
}

/**
 * Takes the return of an asset from the calls in which it leaves: what one call brought and another one spent is missing from the sums
 * of all calls.
 */
export function applyParts(movements: Movements, parts: readonly Part[]): Movements {
  if (parts.length === 0) return movements
  const all = parts.flatMap((part) => part.movements.lost)
  const lost = movements.lost.map((loss): Loss => {
    if (loss.how === 'sent' || loss.returned === 'value') return loss
    const ofAsset = all.filter(
      ({ account, address, tokenId }) =>
        account === loss.account && address === loss.address && tokenId === loss.tokenId,
    )
    const covers = (...returns: Loss['returned'][]) =>
      ofAsset.reduce((sum, { amount, returned }) => (returns.includes(returned) ? sum + amount : sum), 0n) >=
      loss.amount
    if (covers('value')) return { ...loss, returned: 'value' }
    return covers('value', 'unpriced') ? { ...loss, returned: 'unpriced' } : loss
  })
  return { ...movements, lost }
}

export function applyClaimsToParts(parts: readonly Part[], claims: readonly Claim[]): Part[] {
  return parts.map((part) => ({ ...part, movements: applyClaims(part.movements, claims) }))
}

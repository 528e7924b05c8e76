import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { exposureHit } from '../../wallet/exposures.ts'
import { isSmallIncome } from '../../wallet/weighHoldings.ts'

export default defineDetector({
  id: 'sanctions-exposure',
  title: 'Sanctions exposure',
  why: 'Paying a sanctioned party, or taking its money, may be a crime, and taints the account’s later payments. Small unrequested payments from strangers do not count: in 2022 an attacker sent sanctioned dust to well-known people.',
  advice: 'Find out the reason for these payments before you deal with this address.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['subject', 'exposures'],
  detect: ({ subject, exposures }) =>
    exposures
      .filter(({ kind }) => kind === 'sanctioned')
      .flatMap((exposure) => {
        const { address, hops, share, direction, usd } = exposure
        // Without a price the amount is unknown, and not small.
        if (direction === 'in' && usd !== null && usd < MIN_USD && (share ?? 0) < SMALL) return []
        if (hops === 2 && (share ?? 0) < SMALL) return []
        if (trustOf(subject) === 'known') return [exposureHit(exposure, 'low')]
        // A wallet that pays a sanctioned party back deals with it, however small the gift was.
        const answered = exposures.some((one) => one.address === address && one.hops === 1 && one.direction === 'out')
        if (direction === 'in' && !answered && isSmallIncome(exposure)) return [exposureHit(exposure, 'low')]
        if (hops === 2) return [exposureHit(exposure, (share ?? 0) >= LARGE ? 'medium' : 'low')]
        // An unknown share may be dust.
        return [exposureHit(exposure, (share ?? 0) >= LARGE ? 'high' : 'medium')]
      }),
})

/** Shares of all incoming or outgoing value. */
const LARGE = 0.1
const SMALL = 0.01
const MIN_USD = 100

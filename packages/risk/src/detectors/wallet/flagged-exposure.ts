import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { exposureHit } from '../../wallet/exposures.ts'
import { isSmallIncome } from '../../wallet/weighHoldings.ts'

export default defineDetector({
  id: 'flagged-exposure',
  title: 'Exposure to scammers or hackers',
  why: 'Accounts known for scams or thefts paid a part of this account’s income, or this account paid them. A receiver of such money may be one of the scammers; a payer is more likely a victim.',
  advice: 'Treat money from this address as stolen until you know its origin.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  needs: ['subject', 'exposures'],
  detect: ({ subject, exposures }) =>
    exposures
      .filter(({ kind }) => kind === 'flagged')
      .flatMap((exposure) => {
        const { address, hops, share, direction, usd, unconfirmedLabel } = exposure
        if (direction === 'in' && usd !== null && usd < MIN_USD && (share ?? 0) < SOME) return []
        if (hops === 2 && (share ?? 0) < SMALL) return []
        // Any account may pay a service, and services pay out to any account.
        const gentle = unconfirmedLabel || trustOf(subject) === 'known'
        if (hops === 2 || direction === 'out') return [exposureHit(exposure, 'low')]
        const answered = exposures.some((one) => one.address === address && one.direction === 'out')
        if (!answered && isSmallIncome(exposure)) return [exposureHit(exposure, 'low')]
        if ((share ?? SOME) >= MAX) return [exposureHit(exposure, gentle ? 'low' : 'high')]
        return [exposureHit(exposure, (share ?? SOME) >= SOME && !gentle ? 'medium' : 'low')]
      }),
})

/** Shares of all incoming value. */
const MAX = 0.5
const SOME = 0.1
const SMALL = 0.05
const MIN_USD = 10

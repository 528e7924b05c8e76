import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { exposureHit } from '../../wallet/exposureHit.ts'

export default defineDetector({
  id: 'mixer-exposure',
  title: 'It deals with a mixer',
  why: 'Money went into a mixer or came out of one, by this account or by somebody that it deals with. Exchanges look at this share when they decide whether to take a deposit.',
  advice: 'Know the law where you live, and expect questions about what comes from this address.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['subject', 'exposures'],
  detect: ({ subject, exposures }) =>
    exposures
      .filter(({ kind }) => kind === 'mixer')
      .flatMap((exposure) => {
        const { hops, share, direction, usd } = exposure
        // Anybody may be sent a little from a mixer.
        if (direction === 'in' && usd !== null && usd < DUST_USD) return []
        if (hops === 2 && (share ?? 0) < INDIRECT_LEAST) return []
        // A service takes what its customers bring.
        if (standingOf(subject) === 'known') return [exposureHit(exposure, 'low')]
        if (hops === 2) return [exposureHit(exposure, (share ?? 0) >= LARGE ? 'medium' : 'low')]
        // A share that nobody can tell may be dust.
        return [exposureHit(exposure, (share ?? 0) >= LARGE ? 'high' : 'medium')]
      }),
})

const DUST_USD = 10
/** Shares of what came in, or went out. */
const LARGE = 0.25
const INDIRECT_LEAST = 0.05

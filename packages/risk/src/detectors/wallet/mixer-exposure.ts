import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { exposureHit } from '../../wallet/exposures.ts'

export default defineDetector({
  id: 'mixer-exposure',
  title: 'Mixer exposure',
  why: 'This account, or an account that it deals with, sent money into a mixer or received money from one. Exchanges check this share before they accept a deposit.',
  advice: 'Check the law of your country, and expect questions about money from this address.',
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
        // Any wallet may receive a little from a mixer.
        if (direction === 'in' && usd !== null && usd < DUST_USD) return []
        if (hops === 2 && (share ?? 0) < INDIRECT_LEAST) return []
        // A service receives what its customers bring.
        if (trustOf(subject) === 'known') return [exposureHit(exposure, 'low')]
        if (hops === 2) return [exposureHit(exposure, (share ?? 0) >= LARGE ? 'medium' : 'low')]
        // An unknown share may be dust.
        return [exposureHit(exposure, (share ?? 0) >= LARGE ? 'high' : 'medium')]
      }),
})

const DUST_USD = 10
/** Shares of all incoming or outgoing value. */
const LARGE = 0.25
const INDIRECT_LEAST = 0.05

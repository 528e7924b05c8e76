import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../detector.ts'
import type { OwnerSwitch } from '../../facts/powers.ts'
import { nameAsset } from '../../wording/nameAsset.ts'

/** Percent of a trade from which a fee leaves nothing worth selling. */
const EVERYTHING = 90

export default defineDetector({
  id: 'bought-token-switch',
  title: 'Somebody can make what you buy worthless',
  why: 'The token can be sold now. A privileged call was really made on a copy of the chain, and then it could not be sold any more, or what holders have was taken: a honeypot that waits until enough people are inside.',
  advice: 'Do not buy it, unless you trust whoever holds the switch with all of your money.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'honeypot',
  needs: ['purchasePowers'],
  detect: ({ purchasePowers }) => {
    if (purchasePowers.length === 0) return 'not-applicable'
    return purchasePowers.flatMap(({ token: address, subject, ...rest }) => {
      const { token } = subject
      const hits = switchHits(
        { ...rest, subject, token },
        {
          words: wordsFor,
          severity: (flipped, caller) => (!isTrap(flipped) ? null : caller === 'unknown' ? 'high' : 'critical'),
        },
      )
      const name = nameAsset(token?.symbol ?? null, address)
      return !Array.isArray(hits)
        ? []
        : hits.map((hit) => ({
            ...hit,
            description: `${name}: ${hit.description}`,
            evidence: { ...hit.evidence, token: address },
          }))
    })
  },
})

/** What could not be sold before was not stopped by the call. */
function isTrap({ effect, hits, before, after }: OwnerSwitch): boolean {
  if (before.sellTax === null) return false
  if (effect === 'siphons') return true
  if (effect === 'raises-tax') return (after.sellTax ?? 0) >= EVERYTHING && before.sellTax < EVERYTHING
  return effect === 'stops-sales' && hits === 'everybody' && after.sellTax === null && after.buyTax !== null
}

function wordsFor({ effect, after }: OwnerSwitch): string {
  if (effect === 'siphons') return 'tokens of holders who agreed to nothing are gone'
  return after.sellTax === null
    ? 'nobody can sell any more, while it can still be bought'
    : `a sale loses ${after.sellTax} %`
}

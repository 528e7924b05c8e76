import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAsset } from '../../wording/assetNames.ts'

/** USD in the pool from which a token is widely held: issuers of such tokens freeze stolen funds. */
const DEEP_POOL_USD = 1_000_000

export default defineDetector({
  id: 'freezable-token-purchase',
  title: 'Purchase of a freezable token',
  why: 'You can sell the token now. In simulation, a privileged call named one holder, and afterwards this holder could not sell. Scam tokens freeze each buyer after the purchase; regulated issuers freeze stolen funds.',
  advice: 'Do not buy it, unless you know the issuer of the token and trust it.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'honeypot',
  needs: ['purchasePrivileges'],
  detect: ({ purchasePrivileges }) => {
    if (purchasePrivileges.length === 0) return 'not-applicable'
    return purchasePrivileges.flatMap(({ token: address, subject, ...rest }) => {
      const { token } = subject
      const isDeep = (rest.trade.pool.depthUsd ?? 0) >= DEEP_POOL_USD && !rest.trade.pool.made
      const hits = switchHits(
        { ...rest, subject, token },
        {
          words: ({ after }) =>
            `the holder named in the call can no longer sell${after.reason ? ` (“${after.reason}”)` : ''}`,
          severity: ({ effect, hits: who, before, after }, caller) => {
            if (who !== 'named-account' || before.sellTax === null || after.sellTax !== null) return null
            if (effect !== 'stops-sales' && effect !== 'stops-transfers') return null
            return isDeep ? 'medium' : caller === 'anyone' ? 'critical' : 'high'
          },
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

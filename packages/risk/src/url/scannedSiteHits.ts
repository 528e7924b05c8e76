import type { Hit } from '../engine/finding.ts'
import type { Origin } from '../facts/origin.ts'

/** A request of a site is at least as risky as the site: one hit when the account's own last scan of it said high or critical. */
export function scannedSiteHits({ host, scanned }: Origin): Hit[] {
  if (!scanned || (scanned.riskLevel !== 'high' && scanned.riskLevel !== 'critical')) return []
  const { url, riskScore, riskLevel, date } = scanned
  return [
    {
      severity: riskLevel,
      atLeast: riskScore,
      description: `Your URL scan of ${date} rated the requesting site, ${host}, ${riskLevel} with a score of ${riskScore}.`,
      evidence: { host, url, riskScore, riskLevel, date },
    },
  ]
}

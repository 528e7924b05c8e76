import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { ScannedSite } from '@redoubt/risk/facts/origin.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import type { GatherOrigin } from './gatherOrigin.ts'
import type { ScanOwner } from './scanContext.ts'

const ACCUSING: readonly RiskLevel[] = ['high', 'critical']
/** Days that a URL scan speaks for a site: phishing pages come and go. */
const MAX_AGE_DAYS = 7

/**
 * Adds the account's own last URL scan of the page that asks, else of the front page of its host. One that is not complete accuses and
 * clears nothing. Scans of other accounts are private to them. A front page speaks for its own pages only where the host belongs to one
 * site.
 * @throws when the scores cannot be read.
 */
export function withScannedSite(
  gather: GatherOrigin,
  { environment, accountId }: ScanOwner,
  scores: Pick<ScoreStore, 'list'>,
  now: () => number = Date.now,
): GatherOrigin {
  if (accountId === undefined) return gather
  const lastScan = async (url: string): Promise<ScannedSite | null> => {
    const days = await scores.list({
      accountId,
      environment,
      entity: url,
      entityType: 'url',
      chain: null,
      now: now(),
      days: MAX_AGE_DAYS,
    })
    const last = days.findLast(({ complete, riskLevel }) => complete || ACCUSING.includes(riskLevel))
    if (last === undefined) return null
    return { url, riskScore: last.score, riskLevel: last.riskLevel, date: last.date }
  }
  return async (given) => {
    const { pages, front } = addressesOf(given)
    const [known, frontScan, ...pageScans] = await Promise.all([gather(given), lastScan(front), ...pages.map(lastScan)])
    const { origin } = known
    const scans = origin.registrable === null ? pageScans : [...pageScans, frontScan]
    const scanned = scans.reduce(
      (worst, scan) => ((scan?.riskScore ?? -1) > (worst?.riskScore ?? -1) ? scan : worst),
      null,
    )
    return { ...known, origin: { ...origin, scanned } }
  }
}

/** Addresses under which a scan of the page may be kept: as given and without its query; and the front page of its host. */
function addressesOf(given: string): { pages: string[]; front: string } {
  const { protocol, host, pathname, search } = new URL(given)
  const place = `${protocol}//${host}`
  return { pages: [...new Set([`${place}${pathname}${search}`, `${place}${pathname}`])], front: `${place}/` }
}

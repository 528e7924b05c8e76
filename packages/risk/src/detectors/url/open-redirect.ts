import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'open-redirect',
  title: 'Open redirect',
  why: 'A site that redirects to any address in its link lends its good name to every sender (CWE-601). Click counters do it too; the final site matters.',
  advice: 'Check the address of the final site before you do anything there.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  family: 'redirects',
  needs: ['site', 'visit', 'hopTrust', 'likenesses'],
  detect: ({ site, visit, hopTrust, likenesses }) => {
    const host = visit.final.host
    if (visit.final.site === site.site && site.site !== null) return []
    if (host === site.host || !site.carried.some((url) => hostOf(url) === host)) return []
    const listed = (hopTrust[host]?.listed ?? []).length > 0
    const imitates = likenesses.find((one) => one.host === host && !one.ambiguous)?.brand ?? null
    const why = listed ? `; ${host} is on a block list` : imitates === null ? '' : `; ${host} imitates ${imitates}`
    return [
      {
        severity: listed || imitates !== null ? 'high' : 'low',
        description: `The link contains ${host}, and ${site.host} redirects there${why}.`,
        evidence: { through: site.host, to: host, listed, imitates },
      },
    ]
  },
})

/** Of a canonical URL; risk has no URL parser of its own. */
function hostOf(url: string): string {
  return /^https?:\/\/([^/:?#]+)/.exec(url)?.[1] ?? ''
}

import type { Verdict } from '../detector.ts'
import type { Facts } from '../facts.ts'
import type { Hit } from '../finding.ts'
import { quote } from '../wording/quote.ts'
import { onPage } from './onPage.ts'
import { vouchedBy } from './vouchedBy.ts'

const MAX_SHOWN = 6

/** Returns one hit when the page asks for a secret of that kind: critical, or low on a site with a known owner. */
export function secretHits(
  { visit, page, site, trust, hopTrust }: Pick<Facts, 'visit' | 'page' | 'site' | 'trust' | 'hopTrust'>,
  { kind, called }: { kind: 'private-key' | 'seed-phrase'; called: string },
): Verdict {
  return onPage({ visit, page }, (shown): Hit[] => {
    const asked = [
      ...shown.secretsAsked.filter((secret) => secret.kind === kind).map(({ evidence }) => evidence),
      ...shown.forms
        .flatMap(({ fields }) => fields.filter((field) => field.kind === kind))
        .map(({ label }) => `field ${quote(label)}`),
    ]
    if (asked.length === 0) return []
    const voucher = vouchedBy({ visit, site, trust, hopTrust }, shown)
    const known = voucher === null ? '' : `, an official site of ${quote(voucher)},`
    return [
      {
        severity: voucher === null ? 'critical' : 'low',
        description: `${visit.final.host}${known} asks for ${called}.`,
        evidence: { url: visit.final.href, asked: [...new Set(asked)].slice(0, MAX_SHOWN), vouchedBy: voucher },
      },
    ]
  })
}

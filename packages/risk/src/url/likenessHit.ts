import type { BrandLikeness } from '../facts/site.ts'
import type { Evidence, Severity } from '../finding.ts'

const WAYS: Readonly<Record<BrandLikeness['how'], (matched: string, brand: string) => string>> = {
  confusable: (matched, brand) => `“${matched}” is written to look like ${brand}`,
  'edit-distance': (matched, brand) => `“${matched}” differs from the name of ${brand} by one letter`,
  combo: (matched, brand) => `“${matched}” combines the name of ${brand} with other words`,
  subdomain: (matched, brand) => `“${matched}” has the name of ${brand} in front of an unrelated domain`,
  tld: (matched, brand) => `“${matched}” is the name of ${brand} under another top-level domain`,
  path: (matched, brand) => `“${matched}” has the name of ${brand} in a path of a shared host`,
}

/**
 * What a resemblance weighs and how it is told. A common word says little, and no more than medium with words that press beside it;
 * other words beside a distinct name may be a community's; the rest is made to be mistaken.
 * @param host that has it.
 */
export function likenessHit(
  likeness: BrandLikeness,
  host: string,
): { severity: Severity; description: string; evidence: Evidence } {
  const { brand, domain, how, matched, ambiguous, presses = false } = likeness
  const way = WAYS[how](matched, brand)
  return {
    severity: severityOf(likeness),
    description: ambiguous
      ? `${way}, and honest sites have such names too; the official site is ${domain}.`
      : `${way}, and ${host} is not ${domain}.`,
    evidence: { host, brand, official: domain, how, matched, ambiguous, presses },
  }
}

function severityOf({ how, matched, ambiguous, presses = false }: BrandLikeness): Severity {
  if (ambiguous) return presses || how === 'confusable' ? 'medium' : 'low'
  const deceives = how === 'confusable' || how === 'edit-distance' || how === 'tld'
  // A whole official domain in front of another one is there to be read.
  return deceives || presses || (how === 'subdomain' && matched.includes('.')) ? 'high' : 'medium'
}

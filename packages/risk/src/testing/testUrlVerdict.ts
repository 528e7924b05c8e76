import { DERIVED_FACTS } from '../derive/derivedFacts.ts'
import { urlDetectors } from '../detectors/index.generated.ts'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import { recommend } from '../engine/recommendation.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { scoreOutcomes } from '../engine/score.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import { limitPriors } from '../url/brandLikeness.ts'
import { missingOfUrl, weighPage } from '../url/missingOfUrl.ts'
import { urlThreats } from '../url/urlThreats.ts'
import { sampleUrl } from './sampleUrl.ts'

/**
 * The verdict of all detectors together on `sampleUrl()` with what differs: a rule that is right alone may still be wrong in company.
 * @param absent facts that could not be learned. No browser runs the page unless the case has what one saw.
 */
export async function judgeUrl(facts: Partial<Facts>, absent: readonly FactName[] = []) {
  const missing: readonly FactName[] = 'browsing' in facts ? absent : [...absent, 'browsing']
  const given = Object.entries({ ...sampleUrl(), ...facts })
    .filter(([name]) => !missing.includes(name as FactName))
    .map(([name, value]) => [name, () => value])
  const providers = { ...DERIVED_FACTS, ...Object.fromEntries(given) } as FactProviders
  // As the service without a browser: what only one shows is no gap in its answer.
  const detectors = urlDetectors.filter(({ needs }) => 'browsing' in facts || !needs.includes('browsing'))
  const needed = detectors.flatMap(({ needs }) => needs)
  const gathered = await gatherFacts({ providers, needed, signal: new AbortController().signal })
  const outcomes = limitPriors(runDetectors(detectors, gathered), gathered.facts)
  const score = scoreOutcomes(weighPage(outcomes, gathered))
  return {
    ...score,
    recommendation: recommend('url', score.riskLevel),
    threats: urlThreats(score.findings),
    missing: missingOfUrl(gathered),
  }
}

import { contractThreats, isHoneypot } from '../contract/contractThreats.ts'
import { DERIVED_FACTS } from '../derive/derivedFacts.ts'
import { contractDetectors } from '../detectors/index.generated.ts'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import { recommend } from '../engine/recommendation.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { scoreOutcomes } from '../engine/score.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import { sampleContract } from './sampleContract.ts'

/**
 * The verdict of all detectors together on `sampleContract()` with what differs: a rule that is right alone may still be wrong in
 * company.
 */
export async function judgeContract(facts: Partial<Facts>, switchedOff: FactName[] = []) {
  const given = Object.entries({ ...sampleContract(), ...facts }).map(([name, value]) => [name, () => value])
  const providers = { ...DERIVED_FACTS, ...Object.fromEntries(given) } as FactProviders
  const needed = contractDetectors.flatMap(({ needs }) => needs)
  const gathered = await gatherFacts({ providers, needed, switchedOff, signal: new AbortController().signal })
  const score = scoreOutcomes(runDetectors(contractDetectors, gathered))
  return {
    ...score,
    recommendation: recommend('contract', score.riskLevel),
    threats: contractThreats(score.findings, gathered.facts),
    honeypot: isHoneypot(score.findings, gathered.facts),
  }
}

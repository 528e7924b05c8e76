import { openPullHits } from '../../contract/openPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'untested-token-pulls',
  title: 'Untested token transfers of a spender',
  why: 'Redoubt executes the functions by which a contract may move tokens of others. A function that could not be executed to the end of every path may be harmless, or may take what was approved.',
  advice: 'Do not read a missing finding as safe. Read what the named functions do before you approve the contract.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  needs: ['pullCoverage', 'subject'],
  detect: ({ pullCoverage, subject }) =>
    pullCoverage === null || pullCoverage.functions === 0
      ? 'not-applicable'
      : openPullHits(pullCoverage, { what: shortAddress(subject.address), spender: subject.address }),
})

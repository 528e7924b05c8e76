import { openPullHits } from '../../contract/openPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'untested-spender-pulls',
  title: 'Untested token transfers of the approved spender',
  why: 'Redoubt executes the functions by which an approved contract may move tokens of others. A function that could not be executed to the end of every path may be harmless, or may take what you approve.',
  advice: 'Approve only the amount that you need now. Do not read a missing finding as safe.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  family: 'approval',
  needs: ['spenderProbes'],
  detect: ({ spenderProbes }) => {
    const examined = spenderProbes.filter(({ coverage }) => coverage !== undefined && coverage.functions > 0)
    if (examined.length === 0) return 'not-applicable'
    return examined.flatMap(({ spender, coverage }) =>
      coverage === undefined ? [] : openPullHits(coverage, { what: shortAddress(spender), spender }),
    )
  },
})

import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

/** Balances of rebasing tokens change by a factor that somebody may set: that is what they are for. */
const REBASE = /rebase|setIndex|accrue|updateIndex|syncIndex|poke|setMultiplier|oracleReport/i

export default defineDetector({
  id: 'balance-rewrite',
  title: 'Balances can be rewritten',
  why: 'Executed on a copy of the chain, a call changed what an account holds without a transfer: no sale, no purchase, no event to see it by.',
  advice: 'Do not hold it, unless the published design explains it (a rebasing token).',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'taking',
  needs: ['capabilities', 'privileged', 'subject', 'bytecode'],
  detect: ({ bytecode, ...facts }) => {
    // Of collectibles there is a finding of its own.
    if (bytecode?.standard === 'erc721' || bytecode?.standard === 'erc1155') return 'not-applicable'
    return capabilityHits(facts, {
      can: 'rewrite balances',
      severity: ({ kind, state, call }, caller) => {
        if (kind !== 'balance-write') return null
        if (REBASE.test(call.signature ?? '')) return 'low'
        if (caller === 'anybody' && state === 'effective') return 'critical'
        return state === 'effective' ? 'high' : 'medium'
      },
    })
  },
})

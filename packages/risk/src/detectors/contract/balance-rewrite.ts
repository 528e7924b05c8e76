import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

/** Names of functions of rebasing tokens, which change all balances by a settable factor by design. */
const REBASE = /rebase|setIndex|accrue|updateIndex|syncIndex|poke|setMultiplier|oracleReport/i

export default defineDetector({
  id: 'balance-rewrite',
  title: 'Token balance rewriting',
  why: 'In simulation, a call changed the balance of an account without a transfer: no sale, no purchase and no event shows it.',
  advice: 'Do not hold it, unless its published design explains it (a rebasing token).',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['capabilities', 'privileged', 'subject', 'bytecode'],
  detect: ({ bytecode, ...facts }) => {
    // Another detector judges collectibles.
    if (bytecode?.standard === 'erc721' || bytecode?.standard === 'erc1155') return 'not-applicable'
    return capabilityHits(facts, {
      can: 'change the balance of any account',
      severity: ({ kind, state, call }, caller) => {
        if (kind !== 'balance-write') return null
        if (REBASE.test(call.signature ?? '')) return 'low'
        if (caller === 'anyone' && state === 'effective') return 'critical'
        return state === 'effective' ? 'high' : 'medium'
      },
    })
  },
})

import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'selfdestruct-reachable',
  title: 'The contract can destroy itself',
  why: 'SELFDESTRUCT sends all native coin of the contract away. Since Cancun (EIP-6780) the code stays, unless it was created in the same transaction; the coin is gone all the same.',
  advice: 'Leave no coin in it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['bytecode', 'capabilities', 'privileged', 'subject'],
  detect: ({ bytecode, ...facts }) => {
    const hits = capabilityHits(facts, {
      can: 'destroy the contract',
      severity: ({ kind, state }, caller) => {
        if (kind !== 'selfdestruct') return null
        if (caller === 'anybody') return state === 'effective' ? 'high' : 'low'
        return state === 'effective' ? 'high' : 'medium'
      },
    })
    if (hits.length > 0 || !bytecode?.opcodes.selfdestruct) return hits
    return [
      {
        severity: 'low',
        description: 'The code has a reachable SELFDESTRUCT; no call that was tried got there.',
        evidence: { address: bytecode.address, opcode: 'SELFDESTRUCT', state: 'potential' },
      },
    ]
  },
})

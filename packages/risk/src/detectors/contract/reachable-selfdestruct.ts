import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'reachable-selfdestruct',
  title: 'Reachable SELFDESTRUCT',
  why: 'SELFDESTRUCT sends away all native coins of the contract. Since Cancun (EIP-6780) the code stays, unless it was created in the same transaction; the coins are gone in either case.',
  advice: 'Leave no coins in it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['bytecode', 'capabilities', 'privileged', 'subject'],
  detect: ({ bytecode, ...facts }) => {
    const hits = capabilityHits(facts, {
      can: 'destroy the contract and send its coins away',
      severity: ({ kind, state }, caller) => {
        if (kind !== 'selfdestruct') return null
        if (caller === 'anyone') return state === 'effective' ? 'high' : 'low'
        return state === 'effective' ? 'high' : 'medium'
      },
    })
    if (hits.length > 0 || !bytecode?.opcodes.selfdestruct) return hits
    return [
      {
        severity: 'low',
        description: 'The code has a reachable SELFDESTRUCT; no simulated call reached it.',
        evidence: { address: bytecode.address, opcode: 'SELFDESTRUCT', state: 'potential' },
      },
    ]
  },
})

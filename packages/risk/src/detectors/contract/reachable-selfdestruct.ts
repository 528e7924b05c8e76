import { capabilityHits } from '../../contract/capabilityHits.ts'
import { paysTokens } from '../../contract/paymentFunctions.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Bytecode } from '../../facts/bytecode.ts'

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
        const records = recordsOnly(bytecode)
        if (records !== null) return records ? 'medium' : 'low'
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

/**
 * Whether visitors have nothing but records in the contract, or not even these: no function pays them coins or tokens. Null where one may, so that
 * what leaves may be theirs.
 */
function recordsOnly(bytecode: Bytecode | null): boolean | null {
  if (bytecode?.payees === undefined || bytecode.standard !== null) return null
  const { functions, payees } = bytecode
  // Two accounts may be the parties of an escrow.
  if (payees.length > 1) return null
  const open = functions.filter(({ gated }) => !gated)
  if (open.some((one) => paysTokens(one) || one.writes.some((slot) => payees.includes(slot)))) return null
  return open.some(({ writes, writesElsewhere }) => writes.length > 0 || writesElsewhere === true)
}

import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'pausable-transfers',
  title: 'Transfers can be paused',
  why: 'Somebody may stop all transfers for a time. Widely used as an emergency brake (OpenZeppelin’s Pausable); while it is on, nobody can sell.',
  advice: 'Look at who holds the brake.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'high',
  soft: true,
  family: 'switch',
  needs: ['capabilities', 'privileged', 'subject', 'brakes'],
  detect: ({ brakes, ...facts }) =>
    capabilityHits(facts, {
      can: 'pause transfers',
      severity: ({ kind, call }, caller) => {
        const told = brakes.some(({ caller: who, to, selector }) => {
          return who === call.caller && to === call.to && selector === call.selector
        })
        return kind !== 'pause' || told ? null : caller === 'anybody' ? 'medium' : 'low'
      },
    }),
})

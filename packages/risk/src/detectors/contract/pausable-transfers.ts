import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'pausable-transfers',
  title: 'Pausable transfers',
  why: 'A privileged account can pause all transfers. The function is a common emergency stop (OpenZeppelin’s Pausable); during a pause no holder can sell.',
  advice: 'Check which account can pause the token.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'high',
  soft: true,
  family: 'switch',
  needs: ['capabilities', 'privileged', 'subject', 'killSwitches'],
  detect: ({ killSwitches, ...facts }) =>
    capabilityHits(facts, {
      can: 'pause all transfers',
      severity: ({ kind, call }, caller) => {
        const told = killSwitches.some(({ caller: who, to, selector }) => {
          return who === call.caller && to === call.to && selector === call.selector
        })
        return kind !== 'pause' || told ? null : caller === 'anyone' ? 'medium' : 'low'
      },
    }),
})

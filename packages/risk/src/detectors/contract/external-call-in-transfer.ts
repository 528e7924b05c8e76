import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'external-call-in-transfer',
  title: 'External call in every transfer',
  why: 'The token calls a contract at a stored address whenever it moves a balance. Fee distributors and dividend trackers do that; so does a transfer gate that the owner can replace to block sales.',
  advice: 'Check which account can change that address.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  needs: ['bytecode', 'subject'],
  detect: ({ bytecode, subject }) => {
    if (bytecode === null || bytecode.transferPath === null) return 'not-applicable'
    // A known service's own hooks are its design.
    if (isNamed(subject)) return []
    const asked = bytecode.transferPath.calls.filter(({ to }) => to === 'stored')
    if (asked.length === 0) return []
    const delegates = asked.some(({ kind }) => kind === 'delegatecall')
    return [
      {
        severity: delegates ? 'medium' : 'low',
        description: delegates
          ? 'A transfer runs code from an address that is kept in storage.'
          : 'A transfer calls a contract whose address is kept in storage.',
        evidence: {
          address: bytecode.address,
          calls: asked.map(({ kind, slot }) => `${kind} to the address in slot ${slot ?? 'unknown'}`),
          state: 'potential',
        },
      },
    ]
  },
})

import { defineDetector } from '../../detector.ts'
export default defineDetector({
  id: 'origin-dependent-code',
  title: 'It looks at who signed, not at who calls',
  why: 'Code that reads ORIGIN can treat the same call differently depending on who started the transaction. As a permission it lets any contract you call act as you; in transfers it hides a rule from simulators.',
  advice: 'Prefer contracts that check the caller.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  needs: ['bytecode'],
  detect: ({ bytecode }) => {
    if (bytecode === null) return 'not-applicable'
    if (!bytecode.opcodes.origin) return []
    return [
      {
        description: 'Its code reads ORIGIN.',
        evidence: { address: bytecode.address, opcode: 'ORIGIN', state: 'potential' },
      },
    ]
  },
})

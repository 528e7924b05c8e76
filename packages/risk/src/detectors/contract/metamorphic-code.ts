import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'metamorphic-code',
  title: 'Metamorphic contract (CREATE2 and SELFDESTRUCT)',
  why: 'The contract can destroy itself, and another contract created it and may deploy different code at the same address (CREATE2). Since Cancun (EIP-6780) this works only within one transaction; contracts destroyed before may still come back changed.',
  advice: 'Leave no lasting approvals with it: the code may change.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'low',
  needs: ['bytecode', 'provenance', 'subject'],
  detect: ({ bytecode, provenance, subject }) => {
    if (bytecode === null) return 'not-applicable'
    const { factory } = provenance
    if (!bytecode.opcodes.selfdestruct || factory === null) return []
    return [
      {
        description: 'Another contract created this one, and its code has a reachable SELFDESTRUCT.',
        evidence: { address: subject.address, factory, opcode: 'SELFDESTRUCT', state: 'potential' },
      },
    ]
  },
})

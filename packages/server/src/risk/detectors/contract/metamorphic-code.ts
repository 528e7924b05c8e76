import { defineDetector } from '../../detector.ts'
export default defineDetector({
  id: 'metamorphic-code',
  title: 'Other code may appear at this address',
  why: 'The contract can destroy itself and was created by another contract, which may create something else at the same address (CREATE2). Since Cancun (EIP-6780) this works only within one transaction; contracts that were destroyed before may still come back changed.',
  advice: 'Do not rely on what the code says today: no lasting approvals.',
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
        description: 'It was created by another contract and has a reachable SELFDESTRUCT.',
        evidence: { address: subject.address, factory, opcode: 'SELFDESTRUCT', state: 'potential' },
      },
    ]
  },
})

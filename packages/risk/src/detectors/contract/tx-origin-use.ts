import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'tx-origin-use',
  title: 'Use of tx.origin',
  why: 'Code that reads tx.origin (ORIGIN) can treat the same call differently depending on the account that started the transaction. As a permission check it lets any contract you call act as you; in transfers it hides a rule from simulators.',
  advice: 'Prefer contracts that check msg.sender.',
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
        description: 'The code reads tx.origin (ORIGIN).',
        evidence: { address: bytecode.address, opcode: 'ORIGIN', state: 'potential' },
      },
    ]
  },
})

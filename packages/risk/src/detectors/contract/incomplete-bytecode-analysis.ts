import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'incomplete-bytecode-analysis',
  title: 'Incomplete bytecode analysis',
  why: 'The analysis met its limit, or a jump whose target the code does not show. The unread part can hold a risk: some contracts are built to be hard to read.',
  advice: 'Do not read a missing finding as safe.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  decisive: true,
  needs: ['bytecode', 'subject'],
  detect: ({ bytecode, subject }) => {
    if (bytecode === null) return subject.class === 'contract' ? { unknown: ['bytecode'] } : 'not-applicable'
    if (bytecode.complete) return []
    return [
      {
        severity: isNamed(subject) ? 'low' : 'medium',
        description: `Some of the ${bytecode.size} bytes of code could not be followed.`,
        evidence: { address: bytecode.address, size: bytecode.size, functions: bytecode.functions.length },
      },
    ]
  },
})

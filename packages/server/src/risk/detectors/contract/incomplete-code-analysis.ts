import { isNamed } from '../../contract/isNamed.ts'
import { defineDetector } from '../../detector.ts'
export default defineDetector({
  id: 'incomplete-code-analysis',
  title: 'The code could not be analysed in full',
  why: 'The analysis ran into its time limit. What is missing may be there: some contracts are built to be hard to read.',
  advice: 'Do not take what was not found for absent.',
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
        description: `The analysis of ${bytecode.size} bytes of code ran into its time limit.`,
        evidence: { address: bytecode.address, size: bytecode.size, functions: bytecode.functions.length },
      },
    ]
  },
})

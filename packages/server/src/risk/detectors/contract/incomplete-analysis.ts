import { isNamed } from '../../contract/isNamed.ts'
import type { Gap } from '../../contractFacts.ts'
import { defineDetector } from '../../detector.ts'
import type { Hit } from '../../finding.ts'

const WORDS: Readonly<Record<Gap['of'], string>> = {
  trade: 'It could not be traded in the simulation, or not in every way',
  powers: 'What its owners may do could not be executed in full',
  bytecode: 'Its code could not be analysed',
  implementations: 'The code that it runs could not be looked up',
}

export default defineDetector({
  id: 'incomplete-analysis',
  title: 'Not everything could be looked at',
  why: 'Something that decides the verdict was not learned: there was no time, a source failed, or the contract keeps the analysis busy. Traps are built to look empty when nobody gets to the end.',
  advice: 'Do not take what was not found for absent. Scan again, with a longer deadline.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'high',
  soft: true,
  needs: ['gaps', 'subject'],
  detect: ({ gaps, subject }) =>
    [gaps.filter(({ wanted }) => wanted), gaps.filter(({ wanted }) => !wanted)].flatMap((some): Hit[] => {
      const [first] = some
      if (first === undefined) return []
      const told = some.map(({ of, because }) => `${WORDS[of]}, because ${because}.`).join(' ')
      return [
        {
          severity: first.wanted && !isNamed(subject) ? 'low' : 'info',
          description: first.wanted ? told : 'Trading was switched off in the request.',
          evidence: {
            address: subject.address,
            of: some.map(({ of }) => of),
            because: some.map(({ because }) => because),
          },
        },
      ]
    }),
})

import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Hit } from '../../engine/finding.ts'
import type { Gap } from '../../facts/contractFacts.ts'

const WORDS: Readonly<Record<Gap['of'], string>> = {
  trade: 'The simulation could not trade the token, or not in every way',
  privileges: 'The owner privileges could not be simulated in full',
  bytecode: 'The code could not be analysed',
  implementations: 'The implementation code could not be read',
}

export default defineDetector({
  id: 'incomplete-analysis',
  title: 'Incomplete contract analysis',
  why: 'We could not learn a fact that decides the verdict: time ran out, a source failed, or the contract obstructs the analysis. Some traps are built to look empty to an unfinished analysis.',
  advice: 'Do not read a missing finding as safe. Scan again later.',
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
          description: first.wanted
            ? told
            : 'The simulated trade was switched off in the request: honeypot behaviour is not known.',
          evidence: {
            address: subject.address,
            of: some.map(({ of }) => of),
            because: some.map(({ because }) => because),
          },
        },
      ]
    }),
})

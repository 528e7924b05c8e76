import { defineDetector } from '../../engine/detector.ts'
import type { Obfuscation } from '../../facts/page.ts'
import { judgeScripts, marksEvidence } from '../../url/pageEvidence.ts'
import { listWords } from '../../wording/listWords.ts'

const WORDS: Readonly<Partial<Record<Obfuscation, string>>> = {
  packed: 'packed code',
  'encoded-strings': 'encoded text',
  'eval-of-decoded': 'code that is decoded before it runs',
  'hex-names': 'names without meaning',
}
/** Ways of hiding that are used together only to hide. */
const MANY = 3

export default defineDetector({
  id: 'obfuscated-script',
  title: 'Obfuscated script',
  why: 'Minifying makes code small; obfuscation makes it unreadable. Publishers use it against copying and advertisers against blockers; drainers use it against scanners.',
  advice: 'Enter nothing and sign nothing if the page asks for it.',
  appliesTo: 'url',
  category: 'code',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'hiding',
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgeScripts({ visit, page }, ({ obfuscation }) => {
      const hiding = obfuscation.filter(({ kind }) => kind in WORDS)
      const kinds = [...new Set(hiding.map(({ kind }) => kind))]
      if (kinds.length === 0) return []
      return [
        {
          severity: kinds.length >= MANY ? 'medium' : 'low',
          description: `The page’s scripts contain ${listWords(kinds.map((kind) => WORDS[kind] ?? kind))}.`,
          evidence: { url: visit.final.href, marks: marksEvidence(hiding) },
        },
      ]
    }),
})

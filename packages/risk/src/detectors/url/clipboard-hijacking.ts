import { defineDetector } from '../../engine/detector.ts'
import type { Page } from '../../facts/page.ts'
import { judgeScripts, marksEvidence } from '../../url/pageEvidence.ts'

const EXCHANGES: readonly [kind: Page['clipboard'][number]['kind'], description: string][] = [
  ['copies-other-address', 'The page shows one address and its code copies another.'],
  ['replaces-shown-address', 'Code of the page puts another address in the place of those that it shows.'],
]

export default defineDetector({
  id: 'clipboard-hijacking',
  title: 'Clipboard hijacking script',
  why: 'Code that replaces the text of the clipboard puts the thief’s address in place of yours. Buttons that copy an address are common; replacing copied text with an address is not. Newspapers add a line that names them.',
  advice: 'Compare every address after pasting, digit by digit, or do not copy from this page.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'clipboard',
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgeScripts({ visit, page }, ({ clipboard, obfuscation }) => {
      const kinds = new Set(clipboard.map(({ kind }) => kind))
      const rewrites = kinds.has('rewrites-copy')
      const exchanged = EXCHANGES.find(([kind]) => kinds.has(kind))
      if (exchanged !== undefined) {
        const [which, description] = exchanged
        return [
          {
            severity: 'high',
            description,
            evidence: {
              url: visit.final.href,
              marks: marksEvidence(clipboard.filter(({ kind }) => kind === which)),
            },
          },
        ]
      }
      if (!rewrites && !kinds.has('hooks-paste')) return []
      const isAddress = kinds.has('writes-address')
      // News sites put “Read more” and their address behind a quotation; hidden code may put anything there.
      const isHidden = rewrites && obfuscation.length > 0
      const severity = rewrites && isAddress ? 'high' : isAddress || isHidden ? 'medium' : 'low'
      return [
        {
          severity,
          soft: severity === 'low',
          description: rewrites
            ? `The page’s code changes the text you copy${isAddress ? ' and inserts an address' : ''}.`
            : 'The page’s code reads the text you paste.',
          evidence: { url: visit.final.href, marks: marksEvidence(clipboard) },
        },
      ]
    }),
})

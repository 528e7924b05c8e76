import { defineDetector } from '../../detector.ts'
import { marksEvidence } from '../../url/marksEvidence.ts'
import { onCode } from '../../url/onCode.ts'

export default defineDetector({
  id: 'clipboard-rewrite',
  title: 'It changes what you copy or paste',
  why: 'Code that exchanges the text of the clipboard puts the thief’s address where yours was. Buttons that copy an address are common; putting an address in the place of what was copied is not. Newspapers add a line that names them.',
  advice: 'Compare every address after pasting, digit by digit, or do not copy from this page.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'clipboard',
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    onCode({ visit, page }, ({ clipboard, obfuscation }) => {
      const kinds = new Set(clipboard.map(({ kind }) => kind))
      const rewrites = kinds.has('rewrites-copy')
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
            ? `Its code changes what is copied${isAddress ? ', and puts an address there' : ''}.`
            : 'Its code looks at what is pasted.',
          evidence: { url: visit.final.href, marks: marksEvidence(clipboard) },
        },
      ]
    }),
})

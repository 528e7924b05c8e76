import { defineDetector } from '../../engine/detector.ts'
import type { Obfuscation } from '../../facts/page.ts'
import { judgeScripts, marksEvidence, requestedSecrets } from '../../url/pageEvidence.ts'

const WATCHING: readonly Obfuscation[] = ['anti-devtools', 'debugger-loop']

export default defineDetector({
  id: 'anti-debugging-script',
  title: 'Anti-debugging script',
  why: 'Scripts that detect the developer tools of a browser, or stop it at every step, keep people from seeing what a page does. Film and game sites have them; a page that connects to wallets has no such reason.',
  advice: 'Do not enter anything, and do not connect a wallet.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'hiding',
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgeScripts({ visit, page }, (shown) => {
      const watching = shown.obfuscation.filter(({ kind }) => WATCHING.includes(kind))
      if (watching.length === 0) return []
      const asked = requestedSecrets(shown)
      return [
        {
          severity: asked.length > 0 ? 'medium' : 'low',
          description: 'The page’s scripts detect and block inspection.',
          evidence: { url: visit.final.href, marks: marksEvidence(watching), asked },
        },
      ]
    }),
})

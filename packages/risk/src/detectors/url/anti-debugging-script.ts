import { defineDetector } from '../../engine/detector.ts'
import type { Obfuscation } from '../../facts/page.ts'
import { isProgram } from '../../url/crossings.ts'
import { judgeScripts, marksEvidence, requestedSecrets } from '../../url/pageEvidence.ts'

/** A number to call, as people write it. */
const TELEPHONE = /(?:\+\d{1,3}|\(\d{2,4}\)|\b0\d{2,4})[\s()./-]{0,3}\d[\d\s()./-]{5,14}\d/

const WATCHING: readonly Obfuscation[] = ['anti-devtools', 'debugger-loop']

export default defineDetector({
  id: 'anti-debugging-script',
  title: 'Anti-debugging script',
  why: 'Scripts that detect the developer tools of a browser, or stop it at every step, keep people from seeing what a page does. Film and game sites have them; a page that connects to wallets has no such reason. Where keys are swallowed, a number is to be called and a program to be installed, a stranger wants to control the computer.',
  advice: 'Do not enter anything, do not connect a wallet, and call no number that it shows.',
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
      const called = TELEPHONE.exec(shown.text)?.[0]
      const program = shown.links.downloads.find((url) => isProgram(URL.parse(url)?.pathname ?? ''))
      const isHelper = called !== undefined && program !== undefined
      const asked = [...requestedSecrets(shown), ...(isHelper ? [`a call to ${called}`, `to install ${program}`] : [])]
      return [
        {
          severity: isHelper ? 'high' : asked.length > 0 ? 'medium' : 'low',
          ...(isHelper && { soft: false }),
          description: isHelper
            ? `The page holds its visitor, and asks for a call to ${called} and for a program to be installed.`
            : 'The page’s scripts detect and block inspection.',
          evidence: { url: visit.final.href, marks: marksEvidence(watching), asked },
        },
      ]
    }),
})

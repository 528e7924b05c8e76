import { defineDetector } from '../../engine/detector.ts'
import type { Obfuscation } from '../../facts/page.ts'
import { isProgram } from '../../url/crossings.ts'
import { judgeScripts, marksEvidence, requestedSecrets } from '../../url/pageEvidence.ts'

/** A number to call, as people write it, and the words for calling that stand beside it: books and orders have numbers too. */
const NUMBER = String.raw`(?:\+\d{1,3}|\(\d{2,4}\)|(?<!\d)0\d{2,4})[\s()./-]{0,3}\d[\d\s()./-]{5,14}\d(?!\d)`
const CALLING =
  '(?<!\\p{L})(?:call(?:ing)?|phone|tele(?:ph|f)on\\p{L}*|tel|dial|ring|hotline|helpline|toll[- ]free|anruf\\p{L}*|rufen|wählen|appel\\p{L}{1,3}|llam\\p{L}{1,4}|ligue|chiam\\p{L}{1,4}|bel|zadzwoń|zavolejte|ring|sunați|arayın|hubungi|telepon)(?!\\p{L})|звон|телефон|дзвон|gọi|điện thoại|拨打|致电|电话|撥打|致電|電話|전화|اتصل|هاتف|कॉल|फ़?ोन|โทร|καλέστε|τηλ'
const CALLED = new RegExp(
  `(?:${CALLING})[^.!?。！？]{0,40}?(${NUMBER})|(${NUMBER})[^.!?。！？\\d]{0,25}(?:${CALLING})`,
  'iu',
)

const WATCHING: readonly Obfuscation[] = ['anti-devtools', 'debugger-loop', 'swallows-keys']

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
      const [, before, after] = CALLED.exec(shown.text) ?? []
      const called = before ?? after
      const isHeld = watching.some(({ kind }) => kind === 'swallows-keys')
      const program = shown.links.downloads.find((url) => isProgram(URL.parse(url)?.pathname ?? ''))
      const isHelper = isHeld && called !== undefined && program !== undefined
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

import { defineDetector } from '../../engine/detector.ts'
import { judgePage, secretsOf } from '../../url/pageEvidence.ts'
import { listWords } from '../../wording/listWords.ts'

/** Sign-ins are handed to services of their own; nothing else of a person’s is. */
const HANDED_ON = ['a password', 'a one-time code', 'card details']

export default defineDetector({
  id: 'offsite-form-post',
  title: 'Form submission to another site',
  why: 'A phishing page must send its stolen data somewhere, and rarely to the host that shows it. Shops send card details to payment services, and sign-ins to a service of their own.',
  advice: 'Enter nothing unless you know the receiver.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  family: 'exfiltration',
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgePage({ visit, page }, ({ forms }) =>
      forms.flatMap((form) => {
        const asked = secretsOf({ forms: [form], secretsAsked: [] })
        if (!form.offSite || form.action === null || asked.length === 0) return []
        return [
          {
            severity: asked.every((one) => HANDED_ON.includes(one)) ? 'low' : 'high',
            description: `A form sends ${listWords(asked)} to ${URL.parse(form.action)?.host || 'another site'}.`,
            evidence: { from: visit.final.href, to: form.action, asked },
          },
        ]
      }),
    ),
})

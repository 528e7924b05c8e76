import { defineDetector } from '../../engine/detector.ts'
import { impersonatedBrand } from '../../url/brandLikeness.ts'
import { judgePage } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

const LOGIN = ['password', 'one-time-code', 'card'] as const
const WORDS = { password: 'a password', 'one-time-code': 'a one-time code', card: 'card details' } as const

export default defineDetector({
  id: 'credential-phishing-form',
  title: 'Credential phishing form',
  why: 'A page with the name of an exchange or bank, on a foreign domain, forwards your password to the attacker (APWG: credential theft is the commonest phishing).',
  advice: 'Enter nothing. Open the company’s own site from a bookmark.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'impersonation',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const imitated = impersonatedBrand(shown)
      const asked = LOGIN.filter((one) => shown.forms.some(({ fields }) => fields.some(({ kind }) => kind === one)))
      if (imitated === null || asked.length === 0) return []
      if (verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null) return []
      return [
        {
          description: `${visit.final.host} calls itself ${quote(imitated.brand)} and asks for ${listWords(asked.map((one) => WORDS[one]))}.`,
          evidence: { url: visit.final.href, brand: imitated.brand, namedIn: imitated.where, asked },
        },
      ]
    }),
})

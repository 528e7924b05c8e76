import { defineDetector } from '../../engine/detector.ts'
import type { Browsing, ShownMark } from '../../facts/browsing.ts'
import { judgePage, secretsOf } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

const PLACES: Readonly<Record<ShownMark['at'], string>> = {
  header: 'at its top',
  form: 'above its form',
  icon: 'as its icon',
  listed: 'in a list',
  elsewhere: 'on the page',
}

/** Risk levels of a request that its scan speaks against. */
const RISKY: readonly string[] = ['medium', 'high', 'critical']

export default defineDetector({
  id: 'impersonated-brand-logo',
  title: 'Brand logo on a foreign site',
  why: 'The page shows a brand’s logo where a site shows who it is, its domain does not belong to that brand, and it asks for something worth stealing. We compared the shape of what a browser drew, so the name need not be written anywhere. Logos in a list of wallets or on a button accuse no page.',
  advice: 'Enter and sign nothing. Open the brand’s own site from a bookmark.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'impersonation',
  needs: ['browsing', 'visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ browsing, visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const marks = browsing.marks.filter(({ principal }) => principal)
      const [mark] = marks
      // Two brands at once are partners, or a comparison.
      if (mark === undefined || marks.some(({ brand }) => brand !== mark.brand)) return []
      if (verifiedSiteOwner({ visit, site, trust, hopTrust }, shown) !== null) return []
      const asked = [...secretsOf(shown), ...sentBy(browsing), ...requestedBy(browsing, mark)]
      const { brand, at, box, distance, limit } = mark
      const place = PLACES[at]
      return [
        {
          severity: asked.length > 0 ? 'high' : 'info',
          description:
            asked.length > 0
              ? `${visit.final.host} shows the logo of ${quote(brand)} ${place} and asks for ${listWords([...new Set(asked)])}.`
              : `${visit.final.host} shows the logo of ${quote(brand)} ${place}, and asks for nothing.`,
          evidence: { url: visit.final.href, brand, place: at, box: boxText(box), distance, limit, asked },
        },
      ]
    }),
})

function sentBy({ typed, copies }: Browsing): string[] {
  const phrase = typed.some(({ kind }) => kind === 'phrase') && !typed.some(({ kind }) => kind === 'sentence')
  const command = copies.some(({ shown, text }) => !shown && /[\s|&;]/.test(text.trim()) && text.length > 20)
  return [...(phrase ? ['a seed phrase'] : []), ...(command ? ['a hidden command to be run'] : [])]
}

/** Every site that connects a wallet shows the wallet's mark, and front ends of others ask for signatures too: only a risky one counts. */
function requestedBy({ requests }: Browsing, { isWallet }: ShownMark): string[] {
  const isRisky = requests.some(({ scan }) => scan !== null && RISKY.includes(scan.riskLevel))
  return isRisky && !isWallet ? ['a risky transaction or signature'] : []
}

function boxText(box: ShownMark['box']): string | null {
  return box === null ? null : `${box.width} × ${box.height} at ${box.x}, ${box.y}`
}

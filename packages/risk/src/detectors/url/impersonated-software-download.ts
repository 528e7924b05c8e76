import { defineDetector } from '../../engine/detector.ts'
import { impersonatedBrand } from '../../url/brandLikeness.ts'
import { judgePage } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'impersonated-software-download',
  title: 'Impersonated software download',
  why: 'Phishers spread fake wallets through pages that look like the maker’s site and offer the program themselves.',
  advice: 'Get the program from the maker’s own site or an app store.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'impersonation',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const { downloads } = shown.links
      const imitated = impersonatedBrand(shown)
      if (downloads.length === 0 || imitated === null) return []
      if (verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null) return []
      // Any site may link to the maker's own files.
      const own = shown.brands.find(({ brand }) => brand === imitated.brand)?.domains ?? []
      const strange = downloads.filter((url) => !own.some((domain) => isOn(URL.parse(url)?.hostname ?? '', domain)))
      if (strange.length === 0) return []
      return [
        {
          description: `${visit.final.host} presents itself as ${quote(imitated.brand)} and offers ${listWords(strange.map(fileOf), 2)}.`,
          evidence: { url: visit.final.href, brand: imitated.brand, downloads: strange.slice(0, 6) },
        },
      ]
    }),
})

function isOn(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

function fileOf(url: string): string {
  return URL.parse(url)?.pathname.split('/').at(-1) || 'a file'
}

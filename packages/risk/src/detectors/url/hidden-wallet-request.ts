import { defineDetector } from '../../engine/detector.ts'
import { judgeScripts, marksEvidence } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'

export default defineDetector({
  id: 'hidden-wallet-request',
  title: 'Hidden wallet request in encoded code',
  why: 'Honest front ends name the wallet methods that they call. Drainers write them encoded, in pieces, or load them as text from a server when the page runs, so that scanners do not see them.',
  advice: 'Do not connect a wallet.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'drainer',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgeScripts({ visit, page }, ({ obfuscation }) => {
      const hidden = obfuscation.filter(({ kind }) => kind === 'hidden-wallet-call')
      const remote = obfuscation.filter(({ kind }) => kind === 'remote-code')
      if (hidden.length + remote.length === 0) return []
      const isKnown = verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null
      const severity = isKnown ? ('low' as const) : hidden.length > 0 ? ('high' as const) : ('medium' as const)
      return [
        {
          severity,
          description:
            hidden.length > 0
              ? 'The page hides in encoded code what it asks a wallet for.'
              : 'The page runs code that a server answers as text, which no reader of the page can see.',
          evidence: { url: visit.final.href, marks: marksEvidence([...hidden, ...remote]) },
        },
      ]
    }),
})

import { defineDetector } from '../../engine/detector.ts'
import { listedHit } from '../../url/trustOfSite.ts'

export default defineDetector({
  id: 'redirect-to-block-listed-site',
  title: 'Redirect to a block-listed site',
  why: 'Scammers send out harmless-looking links that redirect to block-listed sites. A listed site on the way decides the next step, and can show each visitor another page.',
  advice: 'Do not go on. The sender of the link may not know where it leads.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'lists',
  decisive: true,
  needs: ['site', 'visit', 'hopTrust'],
  detect: ({ site, visit, hopTrust }) =>
    Object.entries(hopTrust)
      .filter(([, { listed }]) => listed.length > 0)
      .map(([host, trust]) => {
        const { severity, description, evidence } = listedHit(host, trust)
        const isEnd = host === visit.final.host
        return {
          severity,
          description: `The link leads ${isEnd ? 'to' : 'through'} a block-listed site: ${description}`,
          evidence: { from: site.host, ...evidence, final: isEnd },
        }
      }),
})

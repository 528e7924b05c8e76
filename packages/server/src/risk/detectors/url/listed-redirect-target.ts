import { defineDetector } from '../../detector.ts'
import { listedHit } from '../../url/listedHit.ts'

export default defineDetector({
  id: 'listed-redirect-target',
  title: 'It leads to a site that is on a block list',
  why: 'Links that look harmless are sent out and lead on to sites that lists know. A listed site on the way decides what comes after it, and shows each visitor what it likes.',
  advice: 'Do not go on. Whoever sent you the link may not know where it leads.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'lists',
  decisive: true,
  needs: ['site', 'visit', 'hopStandings'],
  detect: ({ site, visit, hopStandings }) =>
    Object.entries(hopStandings)
      .filter(([, { listed }]) => listed.length > 0)
      .map(([host, standing]) => {
        const { severity, description, evidence } = listedHit(host, standing)
        const isEnd = host === visit.final.host
        return {
          severity,
          description: `It leads ${isEnd ? 'to' : 'through'} a listed site: ${description}`,
          evidence: { from: site.host, ...evidence, final: isEnd },
        }
      }),
})

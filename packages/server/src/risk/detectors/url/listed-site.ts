import { defineDetector } from '../../detector.ts'
import { listedHit } from '../../url/listedHit.ts'

export default defineDetector({
  id: 'listed-site',
  title: 'The site is on a block list',
  why: 'People or machines looked at this site and found that it steals. Lists know sites that nothing else gives away any more, and are rarely wrong.',
  advice: 'Leave the site. If you think that the list is wrong, tell whoever keeps it.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'lists',
  decisive: true,
  needs: ['site', 'standing'],
  detect: ({ site, standing }) => (standing.listed.length > 0 ? [listedHit(site.host, standing)] : []),
})

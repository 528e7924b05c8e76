import { defineDetector } from '../../engine/detector.ts'
import { listedHit } from '../../url/trustOfSite.ts'

export default defineDetector({
  id: 'block-listed-site',
  title: 'Block-listed site',
  why: 'People or machines examined this site and found that it steals. Block lists know sites that no other sign reveals, and are rarely wrong.',
  advice: 'Leave the site. If you think that the list is wrong, tell its maintainer.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'lists',
  decisive: true,
  needs: ['site', 'trust'],
  detect: ({ site, trust }) => (trust.listed.length > 0 ? [listedHit(site.host, trust)] : []),
})

import { defineDetector } from '../../engine/detector.ts'
import { likenessHit } from '../../url/brandLikeness.ts'

export default defineDetector({
  id: 'brand-in-path-of-shared-host',
  title: 'Brand name in a shared host’s path',
  why: 'Strangers’ pages on well-known services inherit the service’s good name and certificate. A brand does not serve its customers there.',
  advice: 'Type the official address yourself. Enter nothing and sign nothing here.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'high',
  confidence: 'medium',
  family: 'url-identity',
  needs: ['site', 'likenesses'],
  detect: ({ site, likenesses }) =>
    likenesses.filter(({ how }) => how === 'path').map((likeness) => likenessHit(likeness, likeness.host ?? site.host)),
})

import { defineDetector } from '../../engine/detector.ts'
import { likenessHit } from '../../url/brandLikeness.ts'

export default defineDetector({
  id: 'brand-in-subdomain',
  title: 'Brand name in an unrelated domain’s subdomain',
  why: 'The owner of a domain chooses any name below it, and on hosting services every customer picks a name. `uniswap.org.evil.example` belongs to evil.example. Browsers on phones show the beginning only.',
  advice: 'Read the address from its end. Type the official address yourself.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'high',
  confidence: 'medium',
  family: 'url-identity',
  needs: ['site', 'likenesses'],
  detect: ({ site, likenesses }) =>
    likenesses
      .filter(({ how }) => how === 'subdomain')
      .map((likeness) => {
        const hit = likenessHit(likeness, likeness.host ?? site.host)
        // A customer of a hosting service chooses its subdomain as others choose a domain.
        return hit.severity === 'medium' && !likeness.ambiguous && likeness.host === undefined && site.platform !== null
          ? { ...hit, severity: 'high' }
          : hit
      }),
})

import { defineDetector } from '../../engine/detector.ts'
import { isCoincidental, likenessHit } from '../../url/brandLikeness.ts'

export default defineDetector({
  id: 'brand-lookalike',
  title: 'Lookalike or typosquat domain',
  why: 'Phishers register names that look like a known brand: a letter changed or swapped, other words beside it, another top-level domain. We compare brands by confusable letters (UTS 39), by one typing mistake (Damerau), and by the words beside their names. Honest names differ by one letter too, so that alone is only a reason for care.',
  advice: 'Type the official address yourself, or use your bookmark. Enter nothing and sign nothing here.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'high',
  confidence: 'medium',
  family: 'url-identity',
  needs: ['site', 'likenesses'],
  detect: ({ site, likenesses }) =>
    likenesses
      .filter(({ how }) => how !== 'subdomain' && how !== 'path')
      .map((likeness) => {
        const hit = likenessHit(likeness, likeness.host ?? site.host)
        // `young-lookalike-domain` and `lookalike-imitating-brand` say when it is more.
        return isCoincidental(likeness) ? { ...hit, severity: 'medium' } : hit
      }),
})

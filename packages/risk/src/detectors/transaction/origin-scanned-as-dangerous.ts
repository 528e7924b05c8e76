import { defineDetector } from '../../engine/detector.ts'
import { scannedSiteHits } from '../../url/scannedSiteHits.ts'

export default defineDetector({
  id: 'origin-scanned-as-dangerous',
  title: 'Request from a dangerous site',
  why: 'Your own URL scan found the site that asks for this transaction dangerous. A phishing site can ask for a harmless transaction first and for a drain next.',
  advice: 'Leave the site and sign nothing. If the site was cleaned since, scan its URL again first.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'origin',
  needs: ['origin'],
  detect: ({ origin }) => (origin === null ? 'not-applicable' : scannedSiteHits(origin)),
})

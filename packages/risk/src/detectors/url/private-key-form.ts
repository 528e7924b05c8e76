import { defineDetector } from '../../engine/detector.ts'
import { secretHits } from '../../url/pageEvidence.ts'

export default defineDetector({
  id: 'private-key-form',
  title: 'Private key phishing form',
  why: 'A private key, or a keystore file with its password, controls the account completely. No site needs it; only your own wallet does.',
  advice: 'Close the page. If you have entered it anywhere, move all assets to a new account now.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'secrets',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: (facts) => secretHits(facts, { kind: 'private-key', called: 'a private key' }),
})

import { defineDetector } from '../../detector.ts'
import { secretHits } from '../../url/secretHits.ts'

export default defineDetector({
  id: 'private-key-form',
  title: 'It asks for a private key',
  why: 'A private key, or a keystore file with its password, is the account itself. Nobody but your own wallet has a use for it.',
  advice: 'Close the page. If you have entered it anywhere, move everything to a new account now.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'secrets',
  needs: ['visit', 'page', 'site', 'standing', 'hopStandings'],
  detect: (facts) => secretHits(facts, { kind: 'private-key', called: 'a private key' }),
})

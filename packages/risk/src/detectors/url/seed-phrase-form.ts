import { defineDetector } from '../../engine/detector.ts'
import { secretHits } from '../../url/pageEvidence.ts'

export default defineDetector({
  id: 'seed-phrase-form',
  title: 'Seed phrase phishing form',
  why: 'A thief with your seed phrase controls the wallet, on every network, for ever. No support, airdrop, migration or verification needs it; wallets ask for it only in their own app.',
  advice: 'Close the page. If you have entered it anywhere, move all assets to a new wallet now.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'secrets',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: (facts) => secretHits(facts, { kind: 'seed-phrase', called: 'a seed phrase' }),
})

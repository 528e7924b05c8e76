import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'recovery-phrase-sent',
  title: 'Recovery phrase sent by the page',
  why: 'We typed a made-up recovery phrase and, apart from it, as many ordinary words. The page sent the phrase away and kept the other words back: it waits for a recovery phrase, whatever it says. What is sent may be unreadable: then it left after the phrase and not after the other words. No wallet, exchange or support desk needs one.',
  advice: 'Enter nothing. If you entered your phrase, move everything to a new wallet at once.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing'],
  detect: ({ browsing }) => {
    const { typed } = browsing
    // A page that sends any words is a page for messages: its own words decide (`seed-phrase-form`).
    if (typed.some(({ kind }) => kind === 'sentence')) return []
    return typed
      .filter(({ kind }) => kind === 'phrase')
      .slice(0, 1)
      .map(({ host, channel, sealed = false }) => ({
        severity: sealed ? ('high' as const) : ('critical' as const),
        description: sealed
          ? `The page sends an unreadable message to ${host} when a recovery phrase is typed, and none for other words.`
          : `The page sends a typed recovery phrase to ${host} and no other text.`,
        evidence: { host, channel, sealed },
      }))
  },
})

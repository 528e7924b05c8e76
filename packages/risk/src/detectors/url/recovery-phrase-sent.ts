import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'recovery-phrase-sent',
  title: 'Recovery phrase or key sent away',
  why: 'We typed a made-up recovery phrase or private key and, apart from it, as many ordinary words. The page sent the phrase away and kept the other words back: it waits for a recovery phrase, whatever it says. What is sent may be unreadable: then it left after the phrase and not after the other words. No wallet, exchange or support desk needs one.',
  advice: 'Enter nothing. If you entered your phrase, move everything to a new wallet at once.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing'],
  detect: ({ browsing }) => {
    const { typed } = browsing
    // A server that gets any words is one for messages: the page's own words decide (`seed-phrase-form`). No message is a seed.
    const takesAll = new Set(typed.flatMap(({ kind, host }) => (kind === 'sentence' ? [siteOf(host)] : [])))
    return typed
      .filter(
        ({ kind, host, derived }) =>
          (kind === 'phrase' || kind === 'key') && (derived === true || !takesAll.has(siteOf(host))),
      )
      .slice(0, 1)
      .map(({ kind, host, channel, bot, sealed = false, derived = false }) => ({
        // Other words went elsewhere: servers of one page may share them out.
        severity: sealed || (takesAll.size > 0 && !derived) ? ('high' as const) : ('critical' as const),
        description: sealed
          ? `The page sends an unreadable message to ${host} when a recovery phrase is typed, and none for other words.`
          : derived
            ? `The page sends to ${host} what a wallet makes of a typed recovery phrase: its numbers, seed or key.`
            : `The page sends a typed ${kind === 'key' ? 'private key' : 'recovery phrase'} to ${host} and no other text.`,
        evidence: { host, channel, sealed, ...(derived && { derived }), ...(bot !== undefined && { bot }) },
      }))
  },
})

/** The last two labels of a host: its servers share what they get. */
function siteOf(host: string): string {
  return host.replace(/:\d+$/, '').split('.').slice(-2).join('.')
}

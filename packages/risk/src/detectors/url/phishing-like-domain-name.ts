import { defineDetector } from '../../engine/detector.ts'
import { listWords } from '../../wording/listWords.ts'

const READABLE = /[\p{L}\p{N}]{3}/u

export default defineDetector({
  id: 'phishing-like-domain-name',
  title: 'Domain name similar to phishing sites',
  why: 'A model learned the names of a hundred thousand honest and phishing sites, and rates this one as phishing by its pieces of three to five letters. It knows nothing of the page and has a measured error rate, so it is never a reason to block by itself.',
  advice: 'Do not connect a wallet unless you know the site from another source.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'high',
  confidence: 'medium',
  // Signs in the name count once, however many rules read it.
  family: 'url-identity',
  needs: ['site', 'lexical'],
  detect: ({ site, lexical }) => {
    if (lexical === null) return 'not-applicable'
    const { score, level, top, model, host = site.host } = lexical
    if (level === 'none') return []
    // Single letters explain nothing to a reader; the evidence has them.
    const pieces = top.map(({ gram }) => gram).filter((gram) => READABLE.test(gram))
    return [
      {
        severity: level === 'avoid' ? 'high' : 'medium',
        // Names of new honest projects are where the model errs: the two together are no accusation.
        soft: level !== 'avoid',
        description: `${host} has a name like phishing sites (${Math.round(100 * score)} of 100)${pieces.length > 0 ? `, above all because of ${listWords(pieces.map((piece) => `“${piece}”`))}` : ''}.`,
        evidence: {
          host,
          score,
          level,
          pieces: top.map(({ gram }) => gram),
          honestFlagged: model[level],
          trained: model.trained,
        },
      },
    ]
  },
})

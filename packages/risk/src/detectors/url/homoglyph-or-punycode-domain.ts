import { defineDetector } from '../../engine/detector.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'homoglyph-or-punycode-domain',
  title: 'Homoglyph or punycode domain',
  why: 'Letters of different alphabets look the same: a Cyrillic а is not a Latin a. A label that mixes alphabets in an unnatural way (UTS 39, section 5.2) is made to deceive; a label without mixing is an ordinary name in another language, which your browser may show in its ASCII form.',
  advice: 'Compare the ASCII form of the address with the address you expect.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'url-identity',
  needs: ['site'],
  detect: ({ site: { host, unicodeHost, mixedScripts } }) => {
    if (mixedScripts.length > 0)
      return mixedScripts.map(({ label, scripts }) => ({
        description: `“${label}” mixes letters of ${listWords(scripts)}; the host is ${host}.`,
        evidence: { host, label, scripts },
      }))
    if (unicodeHost === host) return []
    return [
      {
        severity: 'low',
        description: `Browsers may show the host ${host} as ${unicodeHost}.`,
        evidence: { host, unicodeHost },
      },
    ]
  },
})

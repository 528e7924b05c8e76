import { defineDetector } from '../../engine/detector.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'shortened-url',
  title: 'Shortened URL',
  why: 'Short links save space, and phishers use them to hide an address that people would not click. Two in a row save no space.',
  advice: 'Check the address of the final site before you do anything there.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'redirects',
  needs: ['visit'],
  detect: ({ visit }) => {
    const services = visit.hops.flatMap(({ shortener }) => shortener ?? [])
    if (services.length === 0) return []
    return [
      {
        severity: services.length > 1 ? 'medium' : 'low',
        description: `The link goes through ${listWords(services)} to ${visit.final.host}.`,
        evidence: { shorteners: services.slice(0, 10), to: visit.final.host },
      },
    ]
  },
})

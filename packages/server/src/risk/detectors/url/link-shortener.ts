import { defineDetector } from '../../detector.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'link-shortener',
  title: 'The link hides where it leads',
  why: 'Short links are made for little space and used to hide an address that people would not click. Two in a row save no space at all.',
  advice: 'Look at the address where you end up before you do anything there.',
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
        description: `It goes through ${listWords(services)} to ${visit.final.host}.`,
        evidence: { shorteners: services.slice(0, 10), to: visit.final.host },
      },
    ]
  },
})

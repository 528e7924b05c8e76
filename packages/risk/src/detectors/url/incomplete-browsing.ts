import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'incomplete-browsing',
  title: 'Incomplete page analysis in the browser',
  why: 'A limit of time, memory or requests stopped the page. Some pages wait, or keep a browser busy, until the scan ends.',
  advice: 'Do not read a missing finding as safe.',
  appliesTo: 'url',
  category: 'code',
  severity: 'info',
  confidence: 'high',
  needs: ['browsing'],
  detect: ({ browsing }) =>
    browsing.cutOff === null
      ? []
      : [
          {
            description: `We stopped the page: ${browsing.cutOff}`.replace(/\.?$/, '.'),
            evidence: { cutOff: browsing.cutOff },
          },
        ],
})

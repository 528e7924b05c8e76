import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'incomplete-browsing',
  title: 'The browser did not get to the end',
  why: 'The page was stopped by a limit of time, memory or requests. Some pages wait, or keep a browser busy, until nobody is looking.',
  advice: 'Do not take what was not found for absent.',
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
            description: `The page was stopped: ${browsing.cutOff}`.replace(/\.?$/, '.'),
            evidence: { cutOff: browsing.cutOff },
          },
        ],
})

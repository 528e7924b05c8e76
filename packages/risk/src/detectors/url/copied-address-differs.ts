import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'copied-address-differs',
  title: 'Copied address differs from the shown address',
  why: 'The page shows one address and copies another. A payment to the copied address goes to the attacker.',
  advice: 'Do not pay. Compare every character of an address after pasting it.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'clipboard',
  needs: ['browsing'],
  detect: ({ browsing }) =>
    browsing.copies.flatMap(({ text, instead }) =>
      instead === null
        ? []
        : [
            {
              description: `The page shows ${instead.slice(0, 80)} and copies ${text.slice(0, 80)}.`,
              evidence: { shown: instead.slice(0, 100), copied: text.slice(0, 100) },
            },
          ],
    ),
})

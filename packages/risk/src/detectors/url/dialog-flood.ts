import { defineDetector } from '../../engine/detector.ts'
import { quote } from '../../wording/accountNames.ts'

const MANY = 3

export default defineDetector({
  id: 'dialog-flood',
  title: 'Dialog flood on the page',
  why: 'Fake support and fake virus pages open one dialog after another so that the visitor cannot leave and calls a phone number.',
  advice: 'Close the window; call no number it shows.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  needs: ['browsing'],
  detect: ({ browsing }) => {
    const { dialogs, cutOff } = browsing
    // The same words again and again are kept once.
    const isEndless = cutOff === 'dialogs'
    if (dialogs.length < MANY && !isEndless) return []
    const count = isEndless ? 'dialogs until we stopped it' : `${dialogs.length} dialogs`
    return [
      {
        description: `The page opened ${count}; the first says ${quote((dialogs[0] ?? '').slice(0, 80))}.`,
        evidence: {
          isEndless,
          distinct: dialogs.length,
          dialogs: dialogs.slice(0, 3).map((text) => text.slice(0, 200)),
        },
      },
    ]
  },
})

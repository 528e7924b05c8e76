import { defineDetector } from '../../detector.ts'
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
    const { dialogs } = browsing
    if (dialogs.length < MANY) return []
    return [
      {
        description: `The page opened ${dialogs.length} dialogs; the first says ${quote((dialogs[0] ?? '').slice(0, 80))}.`,
        evidence: { count: dialogs.length, dialogs: dialogs.slice(0, 3).map((text) => text.slice(0, 200)) },
      },
    ]
  },
})

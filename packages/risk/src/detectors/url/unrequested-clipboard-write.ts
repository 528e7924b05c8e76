import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import { isCommand } from '../../url/clipboardCommand.ts'
import { quote } from '../../wording/accountNames.ts'

/** Addresses of Ethereum, Bitcoin and Tron. */
const ADDRESS = /^\s*(0x[0-9a-f]{40}|bc1[0-9a-z]{25,60}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33})\s*$/i

export default defineDetector({
  id: 'unrequested-clipboard-write',
  title: 'Unrequested clipboard write',
  why: 'While a browser ran the page without any copying, the page wrote an address or a command into the clipboard for the visitor to paste (ClickFix, address replacement).',
  advice: 'Paste nothing after visiting the page, above all not into a terminal or a wallet.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'clipboard',
  needs: ['browsing'],
  detect: ({ browsing }) => {
    const severityOf = (text: string): Severity | null =>
      isCommand(text) ? 'high' : ADDRESS.test(text) ? 'medium' : null
    return browsing.copies.flatMap(({ text, unprompted }) => {
      const severity = severityOf(text)
      if (severity === null || !unprompted) return []
      const what = severity === 'high' ? 'a command' : 'an address'
      return [
        {
          severity,
          description: `The page writes ${what} into the clipboard: ${quote(text.slice(0, 80))}.`,
          evidence: { text: text.slice(0, 300) },
        },
      ]
    })
  },
})

import { defineDetector } from '../../engine/detector.ts'
import { isCommand, sendsSession } from '../../url/clipboardCommand.ts'
import { quote } from '../../wording/accountNames.ts'
export default defineDetector({
  id: 'hidden-clipboard-command',
  title: 'Hidden command in the clipboard',
  why: 'Fake checks and fake updates put a command into the clipboard that they do not show, and then tell visitors to paste it into a terminal (ClickFix) or into the console of the browser. Honest installers show what they copy.',
  advice: 'Paste nothing. If you ran it, disconnect the computer and have it examined.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'clipboard',
  needs: ['browsing'],
  detect: ({ browsing }) =>
    browsing.copies
      .filter(({ text, unprompted, shown }) => !unprompted && !shown && (isCommand(text) || sendsSession(text)))
      .slice(0, 1)
      .map(({ text }) => ({
        description: `After a click the clipboard holds ${isCommand(text) ? 'a command' : 'code that sends what a site keeps of you'} that the page does not show: ${quote(text.slice(0, 80))}.`,
        evidence: { text: text.slice(0, 300) },
      })),
})

import { defineDetector } from '../../engine/detector.ts'
import { isCommand } from '../../url/clipboardCommand.ts'
import { sendsSession } from '../../url/sentSession.ts'
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
      .flatMap(({ text, unprompted, shown, does = doing(text) }) =>
        unprompted || shown || does === null ? [] : [{ text, does }],
      )
      .slice(0, 1)
      .map(({ text, does }) => ({
        description: `After a click the clipboard holds ${does === 'command' ? 'a command' : 'code that sends what a site keeps of you'} that the page does not show: ${quote(text.slice(0, 80))}.`,
        evidence: { text: text.slice(0, 300) },
      })),
})

function doing(text: string): 'command' | 'sends-session' | null {
  return isCommand(text) ? 'command' : sendsSession(text) ? 'sends-session' : null
}

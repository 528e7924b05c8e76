import { defineDetector } from '../../engine/detector.ts'
import { judgePage, marksEvidence } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'

/** Pretexts for telling people to run a command. */
const PRETEXTS = ['verify-wallet', 'urgency', 'support', 'giveaway']

export default defineDetector({
  id: 'clickfix-command-lure',
  title: 'ClickFix command lure',
  why: 'The page puts a command into the clipboard and asks the visitor to open a terminal and paste it, as a robot check or a repair (ClickFix). Honest installers show what they copy. The command installs malware that steals wallets.',
  advice: 'Paste nothing from it. If you have run it, treat the computer and every wallet on it as stolen.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'malware',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, ({ clipboard, lures }) => {
      const told = clipboard.filter(({ kind }) => kind === 'runs-command-lure')
      const hidden = clipboard.filter(({ kind }) => kind === 'copies-hidden-command')
      const bookmarks = clipboard.filter(({ kind }) => kind === 'bookmark-sends-session')
      const commands = [...told, ...hidden, ...bookmarks]
      if (commands.length === 0) return []
      const isPretext = lures.some(({ kind }) => PRETEXTS.includes(kind))
      // Projects do tell people how to install what they make.
      const isKnown = verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null
      return [
        {
          severity: isKnown ? 'low' : isPretext ? 'critical' : 'high',
          description:
            bookmarks.length > 0
              ? `${visit.final.host} hands out a bookmark that sends what other sites keep of the visitor.`
              : hidden.length > 0
                ? `${visit.final.host} copies a command that it does not show.`
                : `${visit.final.host} tells visitors to paste and run a command.`,
          evidence: { url: visit.final.href, marks: marksEvidence(commands), isPretext },
        },
      ]
    }),
})

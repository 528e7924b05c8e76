import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { CommandChannel } from '../../facts/page.ts'
import { judgeScripts, marksEvidence, requestedSecrets, secretsOf } from '../../url/pageEvidence.ts'
import { listWords } from '../../wording/listWords.ts'

/** How bad a channel is where the page asks for something, and in words. */
const CHANNELS: Readonly<Record<CommandChannel, [Severity, string]>> = {
  'telegram-bot': ['high', 'a Telegram bot'],
  'discord-webhook': ['high', 'a Discord channel'],
  'hashed-endpoint': ['medium', 'a hidden server address'],
  'ip-endpoint': ['medium', 'a server without a domain name'],
  'smart-contract-config': ['medium', 'a server address read from a smart contract'],
  'covert-request': ['high', 'another server by a request without an answer'],
}

export default defineDetector({
  id: 'exfiltration-channel',
  title: 'Exfiltration channel in the page script',
  why: 'Phishing kits send stolen data to a Telegram bot or a Discord channel, with the access token in the page, and hide their command server. Honest pages use servers of their own, and have no reason to publish a token.',
  advice: 'Enter nothing and connect no wallet.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'exfiltration',
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgeScripts({ visit, page }, (shown) => {
      // Requests that count visits are everywhere: one that carries fields says something where a secret is typed.
      const isSecret = secretsOf(shown).length > 0
      const channels = shown.channels.filter(({ kind }) => kind !== 'covert-request' || isSecret)
      const kinds = [...new Set(channels.map(({ kind }) => kind))]
      if (kinds.length === 0) return []
      const asked = requestedSecrets(shown)
      const isGrave = kinds.some((kind) => CHANNELS[kind][0] === 'high')
      return [
        {
          severity: asked.length > 0 ? (isGrave ? 'high' : 'medium') : isGrave ? 'medium' : 'low',
          description: `The page’s code sends data to ${listWords(kinds.map((kind) => CHANNELS[kind][1]))}${asked.length > 0 ? `, and the page asks for ${listWords(asked)}` : ''}.`,
          evidence: { url: visit.final.href, marks: marksEvidence(channels), asked },
        },
      ]
    }),
})

import { defineDetector } from '../../engine/detector.ts'
import { isOwnHost, verifiedSiteOwner } from '../../url/trustOfSite.ts'

/** Requests that no login makes: addresses of pictures, beacons and `no-cors` requests have no answer that a page reads. */
const COVERT = { image: 'as the address of a picture', beacon: 'by a request whose answer it cannot read' } as const
const isCovert = (channel: string): channel is keyof typeof COVERT => channel in COVERT

/** No site keeps its logins in a chat: its owner alone reads them there. */
const BOTS = { 'telegram-bot': 'for a Telegram bot', 'discord-webhook': 'for a Discord channel' } as const

export default defineDetector({
  id: 'password-sent-covertly',
  title: 'Password phishing by hidden request',
  why: 'We typed a made-up password, and the page sent it by a request that brings no answer: as the address of a picture, as a beacon, by a request whose answer the page may not read, or to the bot of a chat. A login needs an answer; only theft does not.',
  advice: 'Enter nothing. If you entered a password, change it now, everywhere you use it.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing', 'visit', 'site', 'trust', 'hopTrust'],
  detect: ({ browsing, ...facts }) => {
    const isKnown = verifiedSiteOwner(facts) !== null
    return browsing.typed.flatMap(({ kind, channel, host, bot }) => {
      // Pages save what is being written when they are left: to their own server, or where their known owner keeps it.
      const saves = channel === 'beacon' && (isKnown || isOwnHost(host, facts.visit.final))
      const how = bot !== undefined ? BOTS[bot] : isCovert(channel) && !saves ? COVERT[channel] : null
      if (kind !== 'password' || how === null) return []
      return [
        {
          description: `The page sends a typed password to ${host} ${how}.`,
          evidence: { host, channel, bot: bot ?? null },
        },
      ]
    })
  },
})

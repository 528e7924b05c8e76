import { defineDetector } from '../../engine/detector.ts'
import type { PageForm } from '../../facts/page.ts'
import { isPaymentProvider } from '../../url/paymentProviders.ts'
import { finalSiteTrust, isOwnHost, verifiedSiteOwner } from '../../url/trustOfSite.ts'

const DAY = 86_400_000
/** Days. A shop of that age that takes cards itself has been found out, or is honest. */
const OLD_ENOUGH = 365

/** Requests that no payment makes: they have no answer that a page reads. */
const COVERT: Readonly<Record<string, string>> = {
  image: 'as the address of a picture',
  beacon: 'by a request whose answer it cannot read',
}

export default defineDetector({
  id: 'card-number-sent',
  title: 'Card number taken without payment provider',
  why: 'We typed a made-up payment card with its code, and the page itself sent the number away, not to a payment firm. Shops let a payment firm take the card, in a frame or on a page of that firm; fakes of parcel services, authorities and shops collect numbers. A bank’s code by SMS is entered on the bank’s own page: a page that takes the card and such a code, or that sends the number by a request without an answer, makes no payment.',
  advice:
    'Enter no card. If you entered one, have your bank block it now. Look up a parcel, fine or bill at the address that you know.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  family: 'requested',
  needs: ['browsing', 'visit', 'page', 'site', 'trust', 'hopTrust', 'contactTrust', 'registrations', 'scannedAt'],
  detect: ({ browsing, page, contactTrust, registrations, scannedAt, ...facts }) => {
    const { final } = facts.visit
    const { popular = null, allowed = null } = finalSiteTrust(facts) ?? {}
    if (verifiedSiteOwner(facts, page ?? undefined) !== null || (popular ?? allowed) !== null) return []
    const ages = registrations.map(({ registration }) => scannedAt - (registration?.registeredAt ?? scannedAt))
    const isOld = ages.length > 0 && ages.every((age) => age / DAY >= OLD_ENOUGH) && final.platform === null
    const takesCode = !isOld && (page?.forms.some(asksForCode) ?? false)
    const sent = browsing.typed.flatMap(({ kind, channel, host, bot, from = final.host }) => {
      const name = host.replace(/:\d+$/, '')
      const { official = null, popular: known = null } = contactTrust[name] ?? {}
      // A frame of another site is that site's: many payment firms are in no list.
      if (kind !== 'card' || !isOwnHost(from, final)) return []
      const isCovert = bot !== undefined || (channel in COVERT && !isOwnHost(host, final))
      if (!isCovert && (isPaymentProvider(name) || (official ?? known) !== null)) return []
      const isStrong = isCovert || takesCode
      if (isOld && !isStrong) return []
      const how = bot !== undefined ? 'for the bot of a chat' : isCovert ? COVERT[channel] : 'itself'
      const more = takesCode ? ', and asks for a one-time code' : ''
      return [
        {
          severity: isStrong ? ('high' as const) : ('medium' as const),
          soft: !isStrong,
          description: `The page of ${final.host} sends the number of a typed card to ${host}, ${how}${more}.`,
          evidence: { from: final.host, host, channel, bot: bot ?? null },
        },
      ]
    })
    return sent.toSorted((one, other) => Number(one.soft) - Number(other.soft)).slice(0, 1)
  },
})

/** Names of the code on the back of a card. */
const OF_CARD = /security code|cvv|cvc/i

/** Whether a form of its own, without a card, takes a one-time code. */
function asksForCode({ fields }: PageForm): boolean {
  const isCode = fields.some(({ kind, label }) => kind === 'one-time-code' && !OF_CARD.test(label))
  return isCode && fields.every(({ kind }) => kind !== 'card')
}

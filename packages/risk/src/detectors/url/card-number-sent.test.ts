import type { TypedSecret } from '../../facts/browsing.ts'
import type { PageForm } from '../../facts/page.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, page, registration, SCANNED_AT, site, trust } from '../../testing/sampleUrl.ts'
import detector from './card-number-sent.ts'

const OWN = site().host
const aged = (days: number) => ({
  registrations: [{ site: site(), registration: registration({ registeredAt: SCANNED_AT - days * 86_400_000 }) }],
})
const sends = (host: string, more: Partial<TypedSecret> = {}) => ({
  browsing: browsing({ typed: [{ kind: 'card', host, channel: 'fetch', from: OWN, ...more }] }),
  ...aged(40),
})
const form = (...kinds: PageForm['fields'][number]['kind'][]): PageForm => ({
  action: null,
  offSite: false,
  fields: kinds.map((kind) => ({ kind, label: kind === 'one-time-code' ? 'Code by SMS' : kind })),
})
const shop = form('text', 'card', 'card')

detectorTest(detector, {
  detects: {
    'by its own server, mildly': { ...sends(OWN), severity: 'medium' },
    'by another server that is no payment firm’s': { ...sends('desk.example'), severity: 'medium' },
    'by a form of a page whose sender is not known': {
      browsing: browsing({ typed: [{ kind: 'card', host: OWN, channel: 'form' }] }),
      ...aged(40),
    },
    'where no registry says how old it is': { ...sends(OWN), registrations: [{ site: site(), registration: null }] },
    'by a request without an answer': { ...sends('desk.example', { channel: 'beacon' }), severity: 'high' },
    'for the bot of a chat': { ...sends('api.telegram.org', { bot: 'telegram-bot' }), severity: 'high' },
    'and asks for the code of the bank next': {
      ...sends(OWN),
      page: page({ forms: [shop, form('one-time-code')] }),
      severity: 'high',
    },
    'for the bot of a chat, on an old site': {
      ...sends('discord.com', { bot: 'discord-webhook' }),
      ...aged(900),
      severity: 'high',
    },
  },
  clears: {
    'a payment firm': sends('api.stripe.com'),
    'a frame of a payment firm that is in no list': sends('till.example', { from: 'till.example' }),
    'a shop of some years': { ...sends(OWN), ...aged(800), page: page({ forms: [shop, form('one-time-code')] }) },
    'an official site': { ...sends(OWN), trust: trust({ official: 'Tea Shop' }) },
    'a popular site': { ...sends(OWN), trust: trust({ popular: { rank: 900, list: 'Top' } }) },
    'a server that many visit': {
      ...sends('pay.example'),
      contactTrust: { 'pay.example': trust({ popular: { rank: 900, list: 'Top' } }) },
    },
    'a password': sends(OWN, { kind: 'password' }),
    nothing: {},
  },
})

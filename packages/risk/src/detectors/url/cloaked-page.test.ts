import { detectorTest } from '../../testing/detectorTest.ts'
import { cloaking, DEX_CALLS, form, marks, named, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './cloaked-page.ts'

const differs = (how: string[], status = 200) =>
  cloaking({ differs: true, how, robot: { status, url: 'https://teashop.example/', title: 'Coming soon' } })

detectorTest(detector, {
  detects: {
    'a wallet that only people are asked for': { cloaking: differs(['content', 'wallet-code']), severity: 'high' },
    'robots that end on another site than who is asked for a password': {
      cloaking: differs(['final-site', 'title']),
      page: page({ forms: [form(['password'])] }),
      severity: 'high',
    },
    'robots that end on another site than who is pressed': {
      cloaking: differs(['final-site']),
      page: page({ lures: [{ kind: 'giveaway', phrase: 'double your deposit' }] }),
      severity: 'high',
    },
    'a wallet that only people are asked for, under another’s name': {
      cloaking: differs(['wallet-code']),
      page: page({ text: '', brands: [named('Foxwallet', 'title', 'logo')] }),
      severity: 'high',
    },
    'a wall that asks people for consent': { cloaking: differs(['final-site', 'title', 'content']) },
    'an exchange that is drawn for robots': {
      cloaking: differs(['content', 'wallet-code']),
      page: page({ text: 'Loading', walletCalls: marks(...DEX_CALLS) }),
      severity: 'low',
    },
    'the same page with a wallet in it': { cloaking: differs(['wallet-code']), severity: 'low' },
    'an exchange that its project answers for, which is a mention': {
      cloaking: differs(['title', 'content', 'wallet-code']),
      trust: trust({ official: 'Swapper' }),
      severity: 'info',
    },
    'another title': { cloaking: differs(['title', 'content']) },
    'another text, as advertisements make it': { cloaking: differs(['content']), severity: 'low' },
    'robots that are turned away, which is a mention': {
      cloaking: differs(['status', 'title', 'content'], 403),
      severity: 'info',
    },
  },
  clears: { 'the same for everybody': {} },
  unknowns: { 'a site that does not answer': unreached() },
})

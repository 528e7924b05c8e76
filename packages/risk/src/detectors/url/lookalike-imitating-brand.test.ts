import { detectorTest } from '../../testing/detectorTest.ts'
import {
  DEX_CALLS,
  form,
  likeness,
  marks,
  named,
  page,
  site,
  trust,
  unreached,
  visit,
} from '../../testing/sampleUrl.ts'
import detector from './lookalike-imitating-brand.ts'

const almost = [likeness({ how: 'edit-distance', matched: 'foxwalet' })]
const login = [form(['email', 'password'])]
const popular = trust({ popular: { rank: 9_000, list: 'Popular' } })
const foxwallet = [named('Foxwallet', 'title')]

detectorTest(detector, {
  detects: {
    'a page that names the brand': { likenesses: almost, page: page({ brands: foxwallet }) },
    'a page that asks for a password': { likenesses: almost, page: page({ forms: login }) },
    'a page that asks a wallet': {
      likenesses: [likeness({ how: 'tld' })],
      page: page({ walletCalls: marks(...DEX_CALLS) }),
    },
    'a popular site that does both': {
      likenesses: almost,
      page: page({ brands: foxwallet, forms: login }),
      trust: popular,
    },
    'an error page that asks': { likenesses: almost, page: page({ forms: login }), visit: visit({ status: 404 }) },
  },
  clears: {
    'a site with a business of its own': { likenesses: almost },
    'a calendar that shows the logo of who it works with, and writes of it': {
      likenesses: almost,
      page: page({ brands: [named('Foxwallet', 'logo', 'text')] }),
    },
    'a popular site with a login': { likenesses: almost, page: page({ forms: login }), trust: popular },
    'a popular site with news of the brand': {
      likenesses: almost,
      page: page({ brands: foxwallet }),
      trust: popular,
    },
    'a name that leads to the brand itself': {
      likenesses: almost,
      visit: visit({ final: site('https://foxwallet.example/') }),
      hopTrust: { 'foxwallet.example': trust({ official: 'Foxwallet' }) },
      page: page({ forms: login }),
    },
    'a name that accuses by itself': { likenesses: [likeness()], page: page({ forms: login }) },
    'a login under a name that resembles no brand': { page: page({ forms: login }) },
  },
  unknowns: { 'a site that does not answer': { ...unreached(), likenesses: almost } },
})

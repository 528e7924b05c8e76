import { detectorTest } from '../../testing/detectorTest.ts'
import { DEX_CALLS, form, marks, named, page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './brand-impersonation.ts'

const fake = [named('Swapper', 'title', 'logo')]
const wallet = marks(...DEX_CALLS)

detectorTest(detector, {
  detects: {
    'another exchange’s name over wallet calls': { page: page({ brands: fake, walletCalls: wallet }) },
    'another bank’s name over a login': { page: page({ brands: fake, forms: [form(['password'])] }) },
    'a network’s name over a giveaway': {
      page: page({
        brands: [{ ...named('Teanet', 'title', 'heading'), as: 'carried' }],
        lures: [{ kind: 'giveaway', phrase: 'double your deposit' }],
        walletCalls: wallet,
      }),
    },
    'a guide, which is a mention': {
      page: page({ brands: [named('Swapper', 'title', 'heading', 'text')] }),
      severity: 'info',
    },
  },
  clears: {
    'the brand itself': {
      page: page({ brands: [{ ...named('Swapper', 'title', 'logo'), own: true }], walletCalls: wallet }),
    },
    'an exchange that shows the wallets it works with': {
      page: page({ brands: [named('Foxwallet', 'logo', 'text'), named('Bluewallet', 'logo')], walletCalls: wallet }),
    },
    'a pool that stakes for a network': {
      page: page({ brands: [{ ...named('Teanet', 'title', 'heading', 'meta'), as: 'carried' }], walletCalls: wallet }),
    },
    'a market’s page of a collection': {
      page: page({ brands: [{ ...named('Swapper', 'title', 'meta'), as: 'subject' }], walletCalls: wallet }),
    },
    'an article': { page: page({ brands: [named('Swapper', 'title', 'text')] }) },
    'a partner that the brand’s list names': {
      page: page({ brands: fake, walletCalls: wallet }),
      trust: trust({ official: 'Swapper' }),
    },
    'a shop': {},
  },
  unknowns: { 'a site that does not answer': unreached() },
})

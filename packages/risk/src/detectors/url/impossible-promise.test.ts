import type { Page } from '../../facts/page.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page } from '../../testing/sampleUrl.ts'
import detector from './impossible-promise.ts'

const shows = (more: Partial<Page>) => ({ page: page(more) })
const promises = [{ kind: 'guaranteed-return' as const, phrase: '4 % every day, guaranteed' }]
const paymentAddresses = [`0x${'ab'.repeat(20)}`]

detectorTest(detector, {
  detects: {
    'a promise and an address': shows({ promises, paymentAddresses }),
    'a promise and a payment by the wallet': shows({ promises, walletCalls: marks('send') }),
    'words that count beside an address, and a code that is paid': shows({
      promises: [{ kind: 'doubling', phrase: 'send 1, get 2', besideAddress: true }],
      paymentAddresses,
    }),
    'a promise alone': { ...shows({ promises }), severity: 'medium' },
  },
  clears: {
    'words that count beside an address only': shows({
      promises: [{ kind: 'doubling', phrase: 'send 1, get 2', besideAddress: true }],
      walletCalls: marks('send'),
    }),
    'an invoice': shows({ paymentAddresses }),
    'a shop': {},
  },
})

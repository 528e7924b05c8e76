import type { ShownMark } from '../../facts/browsing.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, form, page, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './impersonated-brand-logo.ts'

const mark = (more: Partial<ShownMark> = {}): ShownMark => ({
  brand: 'Kraken',
  isWallet: false,
  at: 'header',
  principal: true,
  distance: 0.05,
  limit: 0.3,
  box: { x: 20, y: 20, width: 48, height: 40 },
  ...more,
})
const login = page({ forms: [form(['password'])] })
const shows = (marks: ShownMark[], shown = login) => ({ browsing: browsing({ marks }), page: shown })
const swap = (riskLevel: 'low' | 'high', more: Partial<ShownMark> = {}) => ({
  page: page({ forms: [] }),
  browsing: browsing({
    marks: [mark(more)],
    requests: [
      walletRequest({
        method: 'eth_sendTransaction',
        scan: { kind: 'transaction', riskScore: 70, riskLevel, recommendation: 'BLOCK', findings: [], paid: null },
      }),
    ],
  }),
})

detectorTest(detector, {
  detects: {
    'a login under an exchange’s mark': shows([mark()]),
    'a login of a page whose icon is a wallet’s': shows([mark({ brand: 'MetaMask', isWallet: true, at: 'icon' })]),
    'a risky transaction under an exchange’s mark': swap('high'),
    'a transaction that can be signed, without an accusation': { ...swap('low'), severity: 'info' },
    'a wallet’s mark and what any wallet is asked for, without an accusation': {
      ...swap('high', { isWallet: true }),
      severity: 'info',
    },
    'a phrase that is sent under a wallet’s mark': {
      page: page({ forms: [] }),
      browsing: browsing({
        marks: [mark({ brand: 'Ledger', isWallet: true, at: 'form' })],
        typed: [{ kind: 'phrase', host: 'tea.example', channel: 'fetch' }],
      }),
    },
  },
  clears: {
    'a login beside wallets that can be connected': shows([mark({ at: 'listed', principal: false })]),
    'two brands beside each other': shows([mark(), mark({ brand: 'Binance', at: 'form' })]),
    nothing: {},
  },
})

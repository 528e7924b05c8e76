import { detectorTest } from '../../testing/detectorTest.ts'
import { ageDays } from '../../testing/sampleContract.ts'
import { account, contract, FRIEND, label, ROUTER, STRANGER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { exchange, hop, mixer, scammer } from '../../testing/sampleWallet.ts'
import detector from './deployer-funded-by-flagged-account.ts'

const young = { provenance: ageDays(3) }
const funded = (by: ReturnType<typeof account>, usd: number | null = 2_000) => ({
  creatorFunding: { ...hop({ account: by }), usd },
})

detectorTest(detector, {
  detects: {
    'a young token paid for by a scammer': { ...young, ...funded(scammer()), severity: 'high' },
    'by a sanctioned account': { ...young, ...funded(account(STRANGER, { sanctioned: true })), severity: 'high' },
    'by a mixer': { ...young, ...funded(mixer()) },
    'a token of two months, as context': { provenance: ageDays(60), ...funded(scammer()), severity: 'low' },
    'a young contract that is no token, as context': { ...young, ...funded(scammer()), token: null, severity: 'low' },
    'by an account that anyone may have accused, as context': {
      ...young,
      ...funded(account(STRANGER, { labels: [{ ...label('scammer'), confidence: 'low' }] })),
      severity: 'low',
    },
    'dust of a scammer, which any account may get, as context': { ...young, ...funded(scammer(), 3), severity: 'low' },
    'coins of a scammer that have no price, as context': { ...young, ...funded(scammer(), null), severity: 'low' },
  },
  clears: {
    'an exchange’s withdrawal': { ...young, ...funded(exchange()) },
    'a bridge’s payment': {
      ...young,
      ...funded(contract(ROUTER, { labels: [label('bridge', 'Some Bridge')] })),
    },
    'coins of an unknown friend': { ...young, ...funded(account(FRIEND)) },
    'a contract that pays many': { ...young, ...funded(contract(UNKNOWN_CONTRACT)) },
    'a deployer that was never funded': { ...young, creatorFunding: null },
    'a deployer that is not known': { ...young, ...funded(scammer()), creator: null },
    'a well-known token': {
      ...young,
      ...funded(scammer()),
      subject: contract(ROUTER, { labels: [label('token', 'Known Token')] }),
    },
  },
})

import type { Distribution, PastDistribution } from '../../facts/distribution.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { CREATOR, distribution, POOL, pastDistribution, TOKEN } from '../../testing/sampleContract.ts'
import { contract, FRIEND, label, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './risen-concentration.ts'

type Kind = Distribution['topHolders'][number]['kind']
/** A stranger's share now and before, with the pool beside. */
const held = (now: number, then: number, more: { kind?: Kind; others?: PastDistribution['topHolders'] } = {}) => ({
  distribution: distribution({
    topHolders: [
      { address: POOL, share: 10, kind: 'pool' },
      { address: STRANGER, share: now, kind: more.kind ?? 'eoa' },
    ],
    before: {
      day: null,
      week: pastDistribution({
        topHolders: [
          { address: POOL, share: 10, hasCode: true },
          { address: STRANGER, share: then, hasCode: false },
          ...(more.others ?? []),
        ],
      }),
    },
  }),
})

detectorTest(detector, {
  detects: {
    'most of the supply gathered within a week': held(65, 3),
    'a fifth gathered': { ...held(22, 1), severity: 'low' },
    'by the creator': held(65, 3, { kind: 'creator' }),
    'out of a contract that kept it': held(65, 3, { others: [{ address: FRIEND, share: 70, hasCode: true }] }),
  },
  clears: {
    'a token that was not looked at before': {},
    'a large holder as before': held(60, 58),
    'a small holder who grows': held(9, 0),
    'a treasury that changed its key': held(60, 0, { others: [{ address: CREATOR, share: 60, hasCode: false }] }),
    'an account whose code could not be read, which had as much': held(60, 0, {
      others: [{ address: FRIEND, share: 60, hasCode: null }],
    }),
    'an exchange that gathers its customers’ deposits': held(40, 5, { kind: 'exchange' }),
    'a vault': held(40, 5, { kind: 'contract' }),
    'a new pool': held(40, 0, { kind: 'pool' }),
    'a well-known token': { ...held(65, 3), subject: contract(TOKEN, { labels: [label('token', 'Known Token')] }) },
  },
  unknowns: {
    'balances that no node keeps': { distribution: distribution({ before: { day: null, week: null } }) },
  },
})

import { detectorTest } from '../../testing/detectorTest.ts'
import { NO_TOKEN, run, trade, unsold } from '../../testing/sampleContract.ts'
import { contract, label, USDC } from '../../testing/sampleFacts.ts'
import detector from './honeypot-token.ts'

const refused = { step: 'approve', reason: null } as const
const receipt = trade({ pool: { ...trade({}).pool, made: true } }, (scenario) =>
  run(scenario, { failed: refused, sellTax: null }),
)

detectorTest(detector, {
  detects: {
    'a token that refuses approvals while it has a market': {
      trade: trade({}, (scenario) => run(scenario, { failed: refused, sellTax: null })),
    },
    'a sale that always fails': { trade: trade({}, (scenario) => unsold(scenario)) },
    'the only sale that was tried': { trade: trade({ runs: [unsold('fresh', null)] }) },
    'crumbs that get out': {
      trade: trade({}, (scenario) => (scenario === 'small' ? run(scenario) : unsold(scenario))),
    },
    'an approval that fails': {
      trade: trade({ runs: [run('fresh', { failed: { step: 'approve', reason: 'no' }, sellTax: null })] }),
    },
  },
  clears: {
    'a plain token': {},
    'a cool-down: who waits a day may sell': {
      trade: trade({}, (scenario) => (scenario === 'day-later' ? run(scenario) : unsold(scenario, 'cooldown'))),
    },
    'a limit: only the large sale fails': {
      trade: trade({}, (scenario) => (scenario === 'large' ? unsold(scenario, 'max sell') : run(scenario))),
    },
    'a token that cannot be bought yet, whose holders may sell': {
      trade: trade({}, (scenario) => run(scenario, { failed: { step: 'buy', reason: 'not open' }, sellTax: null })),
    },
    'a receipt that refuses approvals, without a market': { trade: receipt },
    'what is no token': NO_TOKEN,
  },
  unknowns: {
    'a token that could not be traded': { trade: null },
    'code without tokens of its own': { trade: null, isUnissued: true },
    'a known token without a pool': { trade: null, subject: contract(USDC, { labels: [label('token')] }) },
    'nothing bought and no holder to try': {
      trade: trade({ holders: { sampled: 0, failed: 0, highestTax: null, siphoned: 0 } }, (scenario) =>
        run(scenario, { failed: { step: 'buy', reason: null }, sellTax: null }),
      ),
    },
  },
})

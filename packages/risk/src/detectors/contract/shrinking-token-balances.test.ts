import { detectorTest } from '../../testing/detectorTest.ts'
import { trade } from '../../testing/sampleContract.ts'
import detector from './shrinking-token-balances.ts'

const seconds = 40 * 86_400
/** What is left after forty days of a daily or a yearly loss in percent. */
const melting = (percent: number, days: number) => ({
  melt: { percent: 100 * (1 - (1 - percent / 100) ** (40 / days)), seconds },
})

detectorTest(detector, {
  detects: {
    'six percent a day': { trade: trade(melting(6, 1)), severity: 'high' },
    'half a percent a day': { trade: trade(melting(0.5, 1)), severity: 'high' },
    'all of it within the time': { trade: trade({ melt: { percent: 100, seconds } }), severity: 'high' },
    'five percent a month': { trade: trade(melting(5, 30)), severity: 'medium' },
    'two percent a year': { trade: trade(melting(2, 365)), severity: 'low' },
  },
  clears: { 'a plain token': {}, 'what was never traded': { trade: null } },
})

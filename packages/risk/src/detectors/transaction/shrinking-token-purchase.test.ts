import type { Trade } from '../../facts/trade.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { privileged, TOKEN, trade } from '../../testing/sampleContract.ts'
import { contract } from '../../testing/sampleFacts.ts'
import detector from './shrinking-token-purchase.ts'

const seconds = 40 * 86_400
/** What is left after forty days of a daily or a yearly loss in percent. */
const melting = (percent: number, days: number) => ({
  melt: { percent: 100 * (1 - (1 - percent / 100) ** (40 / days)), seconds },
})

const token = { standard: 'erc20', symbol: 'MELT', name: 'Melting Token', decimals: 18 } as const
const bought = (market: Partial<Trade>) => ({
  purchasePrivileges: [
    {
      token: TOKEN,
      subject: { ...contract(TOKEN), token },
      trade: trade(market),
      switches: [],
      freeMints: [],
      privileged: [privileged()],
      cut: [],
    },
  ],
})

detectorTest(detector, {
  detects: {
    'six percent a day': { ...bought(melting(6, 1)), severity: 'high' },
    'a quarter a month': { ...bought(melting(25, 30)), severity: 'high' },
    'a tenth a year': { ...bought(melting(10, 365)), severity: 'low' },
    'three percent a month': { ...bought(melting(3, 30)), severity: 'medium' },
  },
  clears: { 'a plain token': bought({}), 'no unknown token': { purchasePrivileges: [] } },
})

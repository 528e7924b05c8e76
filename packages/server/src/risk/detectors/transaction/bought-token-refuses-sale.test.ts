import { detectorTest } from '../../detectorTest.ts'
import type { TrialSale } from '../../purchaseFacts.ts'
import { ROUTER, SCAM } from '../../sampleFacts.ts'
import detector from './bought-token-refuses-sale.ts'

const trial = (...sales: TrialSale['sales']): { trialSales: TrialSale[] } => ({
  trialSales: [{ token: SCAM, symbol: 'MOON', pool: ROUTER, exchange: 'Uniswap V2', sales }],
})
const REFUSED = { step: 'sell', reason: 'not open' }
const sold = (sellTax: number, waitSeconds = 12) => ({ waitSeconds, failed: null, sellTax })
const refused = (waitSeconds: number) => ({ waitSeconds, failed: REFUSED, sellTax: null })

detectorTest(detector, {
  detects: {
    'no sale, neither at once nor a day later': { ...trial(refused(12), refused(86_400)), severity: 'critical' },
    'most of a sale is kept': { ...trial(sold(80)), severity: 'critical' },
    'a fifth is kept': { ...trial(sold(20)), severity: 'high' },
    'a tenth is kept': { ...trial(sold(12)), severity: 'medium' },
  },
  clears: {
    'an ordinary token': trial(sold(0)),
    'a small published fee': trial(sold(5)),
    'a cool-down of some hours': trial(refused(12), sold(0, 86_400)),
    'nothing bought': { trialSales: [] },
  },
  unknowns: { 'a token that no exchange has': trial() },
})

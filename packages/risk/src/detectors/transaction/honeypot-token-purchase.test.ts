import { detectorTest } from '../../detectorTest.ts'
import type { SaleProbe } from '../../purchaseFacts.ts'
import { ROUTER, SCAM } from '../../sampleFacts.ts'
import detector from './honeypot-token-purchase.ts'

const probe = (...sales: SaleProbe['sales']): { saleProbes: SaleProbe[] } => ({
  saleProbes: [{ token: SCAM, symbol: 'MOON', pool: ROUTER, exchange: 'Uniswap V2', sales }],
})
const REFUSED = { step: 'sell', reason: 'not open' }
const sold = (sellTax: number, waitSeconds = 12) => ({ waitSeconds, failed: null, sellTax })
const refused = (waitSeconds: number) => ({ waitSeconds, failed: REFUSED, sellTax: null })

detectorTest(detector, {
  detects: {
    'no sale, neither at once nor a day later': { ...probe(refused(12), refused(86_400)), severity: 'critical' },
    'most of a sale is kept': { ...probe(sold(80)), severity: 'critical' },
    'a fifth is kept': { ...probe(sold(20)), severity: 'high' },
    'a tenth is kept': { ...probe(sold(12)), severity: 'medium' },
  },
  clears: {
    'an ordinary token': probe(sold(0)),
    'a small published fee': probe(sold(5)),
    'a cool-down of some hours': probe(refused(12), sold(0, 86_400)),
    'nothing bought': { saleProbes: [] },
  },
  unknowns: { 'a token that no exchange has': probe() },
})

import type { SaleProbe } from '../../facts/purchaseFacts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, change, contract, ETHER, invoke, ROUTER, SCAM, TRADER } from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './honeypot-token-purchase.ts'

const probe = (...sales: SaleProbe['sales']): { saleProbes: SaleProbe[] } => ({
  saleProbes: [{ token: SCAM, symbol: 'MOON', pool: ROUTER, exchange: 'Uniswap V2', made: false, sales }],
})
const REFUSED = { step: 'sell', reason: 'not open' }
/** A receipt or a membership: no market, and no approval. */
const unapprovable = (...steps: string[]): { saleProbes: SaleProbe[] } => ({
  saleProbes: probe(
    ...steps.map((step) => ({ waitSeconds: 12, failed: { step, reason: null }, sellTax: null })),
  ).saleProbes.map((one) => ({ ...one, made: true })),
})
const sold = (sellTax: number, waitSeconds = 12) => ({ waitSeconds, failed: null, sellTax })
const refused = (waitSeconds: number) => ({ waitSeconds, failed: REFUSED, sellTax: null })

/** Coins paid to the token, which gives shares for them. */
const deposit = {
  ...probe(refused(12), refused(86_400)),
  ...invoke(SCAM, 'deposit()', [], { value: ETHER }),
  recipient: contract(SCAM),
  counterparties: byAddress(contract(SCAM)),
  balanceChanges: [change(TRADER, -ETHER), change(SCAM, ETHER)],
}
const redeemed = { contract: SCAM, selector: '0x2e1a7d4d', signature: 'withdraw(uint256)' } as const

detectorTest(detector, {
  detects: {
    'a receipt that cannot be sold and is redeemed': {
      ...deposit,
      claims: [claim({ exit: redeemed, takers: [SCAM] })],
      severity: 'low',
    },
    'a receipt that is redeemed for half': {
      ...deposit,
      claims: [claim({ exit: redeemed, takers: [SCAM], returned: ETHER / 2n })],
      severity: 'critical',
    },
    'a token without a market that refuses every approval': {
      ...unapprovable('approve', 'approve'),
      severity: 'low',
    },
    'a token without a market that takes approvals and refuses the sale': {
      ...unapprovable('approve', 'sell'),
      severity: 'critical',
    },
    'a token with a market that refuses approvals': {
      ...probe({ waitSeconds: 12, failed: { step: 'approve', reason: null }, sellTax: null }),
      severity: 'critical',
    },
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

/** Findings about sales in a market, which what the contract itself redeems does not need. */
export const FINDINGS_OF_SALES: ReadonlySet<string> = new Set([
  'honeypot-token',
  'honeypot-for-existing-holders',
  'delayed-honeypot',
  'time-dependent-sell-block',
  'sell-limit',
  'sell-tax',
  'no-liquidity-pool',
  'low-liquidity',
])

import type { SignedIntent } from '../facts/signedIntent.ts'

/** Whether the intent moves dollars of the signer's Hyperliquid balance: a withdrawal, or a payment on the exchange. */
export function isHyperliquidPayment({ protocol }: Pick<SignedIntent, 'protocol'>): boolean {
  return /^Hyperliquid (Withdraw|UsdSend)/.test(protocol ?? '')
}

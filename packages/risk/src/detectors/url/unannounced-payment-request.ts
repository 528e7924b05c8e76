import { defineDetector } from '../../engine/detector.ts'
import type { WalletRequest } from '../../facts/browsing.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'

/** From there on a payment is no tip, in USD. */
const LARGE_USD = 200
/** The same of an asset without a price, as a share of what the visitor owns: some thousand dollars' worth of coins, or as many tokens. */
const LARGE_SHARE = 0.08
/** transfer(address,uint256) */
const TRANSFER = /^0xa9059cbb[0-9a-f]{128}$/i
/** Text that is kept of a page ends there; what comes later may name a price. */
const KEPT_TEXT = 2_000
const CURRENCY = String.raw`[$€£¥₿Ξ]|\b(?:usdc?|usdt|eur|gbp|chf|dai|w?eth|ether|w?btc|bnb|pol|matic|coins?|tokens?|dollars?|euros?)\b`
const PRICE = new RegExp(String.raw`\d\s?(?:${CURRENCY})|(?:${CURRENCY})\s?\d`, 'iu')

export default defineDetector({
  id: 'unannounced-payment-request',
  title: 'Unannounced payment request',
  why: 'A browser pressed what the page wants pressed, and the page asked for a payment of hundreds of dollars without a price or an amount anywhere on it. Shops, donations and exchanges show what is paid before they ask for it.',
  advice: 'Do not sign it, and leave the page.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing', 'page', 'visit', 'site', 'trust', 'hopTrust'],
  detect: ({ browsing, page, visit, site, trust, hopTrust }) => {
    if (page === null || page.text.length >= KEPT_TEXT || PRICE.test(page.text)) return []
    if (verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null) return []
    return browsing.requests.filter(isLargePayment).map(({ method, chain, params }) => ({
      description: 'The page asks for a payment and shows no price or amount.',
      evidence: { method, chain, params: params.slice(0, 300) },
    }))
  },
})

function isLargePayment({ method, params, scan }: WalletRequest): boolean {
  if (method !== 'eth_sendTransaction' || scan === null || scan.paid === null) return false
  const { data, input } = firstOf(params)
  const call = String(data ?? input ?? '0x')
  if (call !== '0x' && call !== '' && !TRANSFER.test(call)) return false
  const { usd, share } = scan.paid
  return usd === null ? (share ?? 0) >= LARGE_SHARE : usd >= LARGE_USD
}

/** Parses untrusted JSON. */
function firstOf(params: string): { data?: unknown; input?: unknown } {
  try {
    const given: unknown = JSON.parse(params)
    const first: unknown = Array.isArray(given) ? given[0] : null
    return typeof first === 'object' && first !== null ? first : {}
  } catch {
    return {}
  }
}

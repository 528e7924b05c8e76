import type { Chain } from '../../chain.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { WalletRequest } from '../../facts/browsing.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'

/** Native coins, in wei, from which on a payment is no tip: some hundred dollars. */
const LARGE: Readonly<Record<Chain, bigint>> = {
  ethereum: 2n * 10n ** 17n,
  base: 2n * 10n ** 17n,
  bsc: 6n * 10n ** 17n,
  polygon: 10n ** 21n,
}
/** transfer(address,uint256) */
const TRANSFER = /^0xa9059cbb[0-9a-f]{64}([0-9a-f]{64})$/i
/** A hundred tokens of six decimals, and of eighteen; between them an amount says nothing without the token. */
const SIX = { from: 10n ** 8n, to: 10n ** 13n }
const EIGHTEEN = 10n ** 20n
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

function isLargePayment({ method, chain, params }: WalletRequest): boolean {
  if (method !== 'eth_sendTransaction') return false
  const { value, data, input } = firstOf(params)
  const call = String(data ?? input ?? '0x')
  if (call === '0x' || call === '') return chain !== null && wordOf(value) >= LARGE[chain]
  const sent = TRANSFER.exec(call)?.[1]
  const amount = sent === undefined ? 0n : BigInt(`0x${sent}`)
  return (amount >= SIX.from && amount <= SIX.to) || amount >= EIGHTEEN
}

/** Parses untrusted JSON. */
function firstOf(params: string): { value?: unknown; data?: unknown; input?: unknown } {
  try {
    const given: unknown = JSON.parse(params)
    const first: unknown = Array.isArray(given) ? given[0] : null
    return typeof first === 'object' && first !== null ? first : {}
  } catch {
    return {}
  }
}

function wordOf(value: unknown): bigint {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : 0n
}

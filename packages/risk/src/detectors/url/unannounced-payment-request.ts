import { defineDetector } from '../../engine/detector.ts'
import type { WalletRequest } from '../../facts/browsing.ts'
import type { Page } from '../../facts/page.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { isUnseenPart } from '../../url/unseenParts.ts'

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
    if (page === null || page.text.length >= KEPT_TEXT) return []
    if (verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null) return []
    const asked = browsing.requests.filter((one) =>
      one.method === TON_PAYMENT ? isLargeTon(tonsOf(one), page) : !PRICE.test(page.text) && isLargePayment(one),
    )
    return asked.map(({ method, chain, params }) => ({
      // No rate of these coins is at hand: the amount asked may equal the price shown.
      ...(method === TON_PAYMENT && CURRENCY_PRICE.test(plainDigits(page.text))
        ? { severity: 'medium', description: 'The page asks for a payment, and its price is in another currency.' }
        : { description: 'The page asks for a payment and shows no price or amount.' }),
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

/** What is paid of TON is in the request itself: no scan judges that network. */
const TON_PAYMENT = 'ton:sendTransaction'
/** From there on it is no tip and no fee, in coins. */
const LARGE_TONS = 20
const NANO = 1e9
const WRITTEN = String.raw`\d{1,3}(?:[ \u00a0\u202f’'٬]\d{3})+(?:[.,٫]\d{1,9})?|\d{1,12}(?:[.,٫٬]\d{1,9}){0,5}`
const COIN = String.raw`(?:ton(?:coins?)?(?!\p{L})|тон(?:ов|а|ах)?(?!\p{L})|💎|gram(?!\p{L}))`
/** A number beside the name of the coin, with the letters that stand for a thousand and a million. */
const AMOUNT = new RegExp(
  String.raw`(?<![\d.,])(${WRITTEN})\s?([km](?!\p{L})|тыс\.?|млн\.?)?\s{0,2}${COIN}|${COIN}\s{0,2}:?\s{0,2}(${WRITTEN})\s?([km](?!\p{L})|тыс\.?|млн\.?)?`,
  'giu',
)
const TIMES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, тыс: 1e3, млн: 1e6 }
const CURRENCY_PRICE =
  /(?:[$€£¥₽₴₹₺]|\b(?:usd[ct]?|eur|gbp|chf|rub|try|inr|dollars?|euros?)\b|руб|تومان|ریال|دلار)\s?\d|\d\s?(?:[$€£¥₽₴₹₺]|(?:usd[ct]?|eur|gbp|chf|rub|try|inr|dollars?|euros?)\b|руб|تومان|ریال|دلار|元|円|원)/iu
/** What a field for an amount is called. */
const AMOUNT_LABEL =
  /amount|\bsum\b|how (?:much|many)|quantity|\bqty\b|\bton\b|stake|\bvalue\b|\bbid\b|price|betrag|menge|montant|cantidad|importe|quantia|valor|importo|сумм|количеств|скільки|miktar|tutar|jumlah|kwota|số (?:tiền|lượng)|数量|金额|金額|수량|금액|مبلغ|مقدار|كمية|राशि/iu
const SEARCHES = /search|find|filter|поиск|искать|suche|buscar|recherch|جستجو|بحث|搜索|検索|검색/iu
/** Fees come on top of a price, and a price may be rounded. */
const MIN_SHOWN = 0.8
const MAX_SHOWN = 1.02

/** Whether a page takes that many coins, names no such amount, and has no field in which the visitor could. */
function isLargeTon(tons: number, { text, forms, unread }: Pick<Page, 'text' | 'forms' | 'unread'>): boolean {
  if (
    tons < LARGE_TONS ||
    forms.some(({ fields }) => fields.some(takesAmount)) ||
    unread.some((what) => !isUnseenPart(what))
  )
    return false
  return !shownNumbers(text).some((shown) => shown >= tons * MIN_SHOWN && shown <= tons * MAX_SHOWN)
}

function takesAmount({ kind, label, numeric }: Page['forms'][number]['fields'][number]): boolean {
  if (kind !== 'text' || SEARCHES.test(label)) return false
  return numeric === true || AMOUNT_LABEL.test(label)
}

/** Arabic, Persian and Indian digits as those of ASCII. */
function plainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९০-৯０-９๐-๙]/g, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = ZEROS.find((first) => code >= first && code < first + 10) ?? code
    return String(code - zero)
  })
}
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10, 0xe50]

/** Amounts of the coin as people write them: 4 200 TON, 4,200.50 TON, 💎 4.200,50 and 1.5k TON alike. */
function shownNumbers(text: string): number[] {
  return [...plainDigits(text).matchAll(AMOUNT)].flatMap(([, first, firstTimes, second, secondTimes]) => {
    const times = TIMES[(firstTimes ?? secondTimes ?? '').toLowerCase().replace('.', '')] ?? 1
    const plain = (first ?? second ?? '').replace(/[ \u00a0\u202f’'٬]/g, '').replace('٫', '.')
    const grouped = plain.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.')
    return [Number(plain.replace(',', '.')) * times, Number(grouped) * times].filter(Number.isFinite)
  })
}

/** Parses untrusted JSON in JSON; 0 for what is no payment. */
function tonsOf({ params }: WalletRequest): number {
  try {
    const [asked] = JSON.parse(params) as unknown[]
    const { messages } = (typeof asked === 'string' ? JSON.parse(asked) : asked) as { messages?: unknown }
    const amounts = (Array.isArray(messages) ? messages.slice(0, 255) : []).map((one) => Number(one?.amount))
    return amounts.filter((one) => one > 0).reduce((sum, one) => sum + one, 0) / NANO
  } catch {
    return 0
  }
}

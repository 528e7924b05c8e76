/** An amount of an asset as a text writes it. */
export type TextAmount = {
  amount: string
  asset: string
  /** Not only capitals that could be anything. */
  isKnown: boolean
  /** Money of a state: terms of use name it, and orders of crypto assets rarely do. */
  isFiat: boolean
}

const FIAT =
  'usd|eur|gbp|jpy|cny|rmb|krw|inr|rub|dollars?|euros?|d[oó]lares|euro|доллар\\p{L}*|евро|美元|欧元|人民币|달러|\\$|€|£|¥|₽|₹|₩'
const COINS =
  'eth|ether(?:eum)?|weth|steth|btc|wbtc|bitcoins?|usdc|usdt|usdc\\.e|tether|dai|usds|busd|fdusd|pyusd|bnb|wbnb|matic|wmatic|pol|sol|xrp|trx|arb|link|uni|aave|wei|gwei|эфир\\p{L}*|биткоин\\p{L}*|以太币|以太坊|比特币|泰达币|이더|비트코인|イーサ|ビットコイン|₿|Ξ'
/** Capitals behind a number that are no asset. */
const UNITS =
  'UTC|GMT|AM|PM|EST|EDT|PST|PDT|CET|KB|MB|GB|TB|HOURS?|HRS?|DAYS?|WEEKS?|MONTHS?|YEARS?|MIN(?:UTE)?S?|SEC(?:OND)?S?|ID|URI|URL|HTTPS?|OF|OR|AND|TO|FOR|IN|ON|AT|BY|IS|AS'
const NUMBER = "\\d{1,3}(?:[ ,.'’_\\u00a0\\u202f]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?"
const MULTIPLE = '(?:\\s?(?:k|m|bn|mio|mil|million\\p{L}*|thousand|тыс\\.?|млн|万|萬|億|亿|千|만))?'
const BEFORE = '(?<![\\p{L}\\p{Nd}.#@/:+_-])'
const NAMED = `(?:${FIAT}|${COINS})(?![a-z0-9])`

/** `100 USDC`, `1.5k usdt`, `500枚USDT`, `7 WOOF`. */
const NUMBER_FIRST = new RegExp(
  `${BEFORE}(?<amount>(?:${NUMBER})${MULTIPLE})(?:\\s{0,3}(?:个|枚|個|units? of|x)?\\s{0,2}(?<named>${NAMED})|\\s{1,3}(?<word>\\$?[a-z][a-z0-9]{1,9})(?![a-z0-9]))`,
  'giu',
)
/** `$500`, `USDC 500`. */
const ASSET_FIRST = new RegExp(
  `(?<![\\p{L}\\p{Nd}])(?<named>${NAMED}|\\$|€|£|¥|₿|Ξ)\\s{0,2}(?<amount>(?:${NUMBER})${MULTIPLE})(?![\\p{Nd}])`,
  'giu',
)
const IS_UNIT = new RegExp(`^(?:${UNITS})$`)
const IS_FIAT = new RegExp(`^(?:${FIAT})$`, 'iu')
const COIN = new RegExp(`(?<![\\p{L}\\p{Nd}])(?:${COINS})(?![\\p{Nd}a-z])`, 'iu')

/** Amounts above nothing, in the order of the text. */
export function amountsIn(text: string): TextAmount[] {
  const read = asciiDigits(text)
  const found = [...read.matchAll(NUMBER_FIRST), ...read.matchAll(ASSET_FIRST)].flatMap(({ groups = {}, index }) => {
    const { amount = '', named, word } = groups
    const asset = named ?? word ?? ''
    const isAsset = named !== undefined || (asset === asset.toUpperCase() && !IS_UNIT.test(asset))
    if (!isAsset || !/[1-9]/.test(amount)) return []
    return [{ amount: amount.trim(), asset, isKnown: named !== undefined, isFiat: IS_FIAT.test(asset), index }]
  })
  return found.sort((a, b) => a.index - b.index).map(({ index: _, ...one }) => one)
}

/** The first coin or token that a text names by a well-known name; null where there is none. */
export function knownAssetIn(text: string): string | null {
  return COIN.exec(text)?.[0] ?? null
}

/** Digits of every script as those of ASCII. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return code < 128 ? digit : String(code - zero)
  })
}

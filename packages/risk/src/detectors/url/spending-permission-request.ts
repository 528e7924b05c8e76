import { defineDetector } from '../../engine/detector.ts'

const GRANTS = /^wallet_(?:grantPermissions|requestExecutionPermissions)$/
const AMOUNT = /"(?:\w*[aA]mount\w*|allowance)":"?(0x[0-9a-fA-F]{1,64}|\d{1,78})\b/g
/** In base units: hundreds of coins, or far more of any token. */
const LARGE = 10n ** 20n

export default defineDetector({
  id: 'spending-permission-request',
  title: 'Spending permission requested from the wallet',
  why: 'With a permission (ERC-7715) another account spends from the wallet again and again without asking. Without a small sum and a near end it empties the wallet.',
  advice: 'Reject the request unless you know the service, the sum and the end.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'requested',
  needs: ['browsing', 'page'],
  detect: ({ browsing, page }) =>
    browsing.requests
      .filter(({ method }) => GRANTS.test(method))
      .map(({ method, params, chain }) => {
        const isBounded = isSmall(params)
        const isAnnounced = isBounded && isShown(params, page?.text ?? '') && endsSoon(params)
        return {
          severity: isBounded ? ('medium' as const) : ('high' as const),
          // A subscription as the page describes it, with an end.
          ...(isAnnounced && { soft: true }),
          description: `The page asks for a permission to spend from the wallet ${isAnnounced ? 'as much as it shows' : isBounded ? 'within limits' : 'without a limit'}.`,
          evidence: { method, chain, params: params.slice(0, 300) },
        }
      })
      .slice(0, 3),
})

/** Whether no sum in the parameters is out of proportion. Amounts are hexadecimal (ERC-7715) or decimal. */
function isSmall(params: string): boolean {
  const amounts = amountsIn(params)
  return amounts.length > 0 && amounts.every((amount) => amount < LARGE)
}

/** The sums of a request, in base units. */
function amountsIn(params: string): bigint[] {
  return [...params.matchAll(AMOUNT)].map(([, amount = '0']) => BigInt(amount))
}

/** Decimals of dollar tokens and of coins. */
const DECIMALS = [6n, 18n]
/** What a page shows as a sum and asks for again and again is no tip from there on. */
const MAX_SHOWN = 500
const NUMBER = /(?<![\p{L}\d.,])\d{1,3}(?:[.,]\d{1,2})?(?![\d\p{L}]|[.,]\d)/gu
const MAX_NUMBERS = 50

/** Whether each sum is one that the page shows, in a token of either usual number of decimals. */
function isShown(params: string, text: string): boolean {
  const shown = (text.match(NUMBER) ?? []).slice(0, MAX_NUMBERS).map((one) => Number(one.replace(',', '.')))
  const sums = shown.flatMap((one) =>
    one > 0 && one <= MAX_SHOWN
      ? DECIMALS.map((decimals) => BigInt(Math.round(one * 100)) * 10n ** (decimals - 2n))
      : [],
  )
  return amountsIn(params).every((amount) => sums.includes(amount))
}

const START = /"startTime":"?(\d{9,11})\b/
const END = /"(?:expiry|timestamp|endTime)":"?(\d{9,11})\b/g
const LONGEST_S = 400 * 86_400

/** Whether it names a beginning and an end that is no further than a year away. Unix seconds. */
function endsSoon(params: string): boolean {
  const start = Number(START.exec(params)?.[1])
  const ends = [...params.matchAll(END)].map(([, end]) => Number(end))
  return ends.length > 0 && ends.every((end) => end - start <= LONGEST_S)
}

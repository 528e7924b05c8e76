import { defineDetector } from '../../engine/detector.ts'

const GRANTS = /^wallet_(?:grantPermissions|requestExecutionPermissions|requestPermissions7715)$/
/** Permissions that are granted while a wallet connects (`wallet_connect`, ERC-7846). */
const GRANTED_ON_CONNECT = /"(?:grantPermissions|requestExecutionPermissions)":/
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
  needs: ['browsing'],
  detect: ({ browsing }) =>
    browsing.requests
      .filter(
        ({ method, params }) => GRANTS.test(method) || (method === 'wallet_connect' && GRANTED_ON_CONNECT.test(params)),
      )
      .map(({ method, params, chain }) => {
        const isBounded = isSmall(params)
        const total = isBounded ? totalOf(params) : null
        const isLittle = total !== null && total <= MAX_TOTAL_USD
        return {
          severity: isBounded ? ('medium' as const) : ('high' as const),
          // A subscription with an end, that can take little.
          ...(isLittle && { soft: true }),
          description: `The page asks for a permission to spend from the wallet ${isLittle ? `at most ${total} US dollars altogether` : isBounded ? 'within limits' : 'without a limit'}.`,
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

/** What a permission may take altogether to be no more than a subscription. */
const MAX_TOTAL_USD = 100
const DAY_S = 86_400
/** Tokens of one dollar each, by their decimals: USDC of several networks, USDT and DAI of Ethereum. */
const DOLLARS: Readonly<Record<string, number>> = {
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 6,
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 6,
  '0xaf88d065e77c8cc2239327c5edb3a432268e5831': 6,
  '0x0b2c639c533813f4aa9d7837caf62653d097ff85': 6,
  '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359': 6,
  '0xdac17f958d2ee523a2206206994597c13d831ec7': 6,
  '0x6b175474e89094c44da98b954eedeac495271d0f': 18,
}
const MEMBERS = new Set(['tokenAddress', 'periodAmount', 'periodDuration', 'startTime', 'justification'])

/**
 * What one permission for a dollar token can take from its beginning to its end, in US dollars; null for streams, for several permissions or
 * tokens of unknown worth, without an end, for periods of less than a day, and for anything else that it says.
 */
function totalOf(params: string): number | null {
  const asked = parse(params)
  const only = Array.isArray(asked) && asked.length === 1 ? membersOf(asked[0]) : null
  if (only === null) return null
  const listed = only.permissions === undefined ? [only.permission] : only.permissions
  if (
    !Array.isArray(listed) ||
    listed.length !== 1 ||
    (only.permission !== undefined && only.permissions !== undefined)
  )
    return null
  const { type, data: given } = membersOf(listed[0]) ?? {}
  const data = membersOf(given)
  if (type !== 'erc20-token-periodic' || data === null || Object.keys(data).some((name) => !MEMBERS.has(name)))
    return null
  const decimals = DOLLARS[String(data.tokenAddress).toLowerCase()]
  const [amount, period, start] = [data.periodAmount, data.periodDuration, data.startTime].map(numberOf)
  const rules = Array.isArray(only.rules) ? only.rules.map(membersOf).filter((rule) => rule?.type === 'expiry') : []
  const ends = [only.expiry, ...rules.map((rule) => membersOf(rule?.data)?.timestamp)].filter(
    (end) => end !== undefined,
  )
  const end = ends.length === 1 ? numberOf(ends[0]) : Number.NaN
  if (decimals === undefined || amount === undefined || period === undefined || start === undefined) return null
  const periods = period >= DAY_S ? Math.ceil((end - start) / period) : Number.NaN
  const total = (periods * amount) / 10 ** decimals
  return periods > 0 && Number.isFinite(total) ? Math.ceil(total) : null
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

/** Of a number, or of a decimal or hexadecimal text; `NaN` for anything else. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^(?:0x[\da-f]{1,64}|\d{1,78})$/i.test(value) ? Number(value) : Number.NaN
}

function parse(params: string): unknown {
  try {
    return JSON.parse(params)
  } catch {
    return null
  }
}

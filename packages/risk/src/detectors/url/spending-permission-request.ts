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
  needs: ['browsing'],
  detect: ({ browsing }) =>
    browsing.requests
      .filter(({ method }) => GRANTS.test(method))
      .map(({ method, params, chain }) => {
        const isBounded = isSmall(params)
        return {
          severity: isBounded ? ('medium' as const) : ('high' as const),
          description: `The page asks for a permission to spend from the wallet ${isBounded ? 'within limits' : 'without a limit'}.`,
          evidence: { method, chain, params: params.slice(0, 300) },
        }
      })
      .slice(0, 3),
})

/** Whether no sum in the parameters is out of proportion. Amounts are hexadecimal (ERC-7715) or decimal. */
function isSmall(params: string): boolean {
  const amounts = [...params.matchAll(AMOUNT)].map(([, amount = '0']) => BigInt(amount))
  return amounts.length > 0 && amounts.every((amount) => amount < LARGE)
}

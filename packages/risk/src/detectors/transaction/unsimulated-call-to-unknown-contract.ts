import { trustOf } from '../../accounts/trust.ts'
import { NATIVE_SYMBOLS } from '../../chain.ts'
import { isLure } from '../../contract/lures.ts'
import { SELECTORS } from '../../contract/selectors.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Label } from '../../facts/account.ts'
import type { UnsimulatedCall } from '../../facts/purchaseFacts.ts'
import { nameAccount, quote } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Beginnings of names of functions that one pays for. Any contract may use them, so they make a purchase likely and never certain. */
const PURCHASES =
  /^(buy|mint|purchase|bid|deposit|stake|swap|exact|zap|fund|contribute|donate|enter|join|rent|order|fill|raise|wrap|add_?liquidity|supply|lend|repay|bridge|bond|subscribe|renew|register|create|top_?up|pay|play|flip|roll|open)/i
/** Words that mean a purchase anywhere in a name: `publicMint`, `placeBid`, `batch_buy`. */
const PURCHASE_WORDS = /^(buy|mint|purchase|bid|deposit|stake|swap|donate|rent|order|bridge|subscribe)$/i
/** Functions of tokens for their holders, which other rules judge from the call data. */
const OF_TOKENS: ReadonlySet<string> = new Set(
  Object.entries(SELECTORS).flatMap(([name, selector]) => (name === 'execTransaction' ? [] : [selector])),
)

export default defineDetector({
  id: 'unsimulated-call-to-unknown-contract',
  title: 'Unsimulated call to an unknown contract',
  why: 'The transaction was not simulated, and it calls a contract that no label source knows. Such code can spend your earlier approvals and keep the coins you send, whatever its functions are called; only a simulation or verified source code can show it.',
  advice: 'Do not sign until a scan with simulation shows the outcome.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  needs: ['unsimulatedCalls', 'privilegeChanges', 'block'],
  detect: ({ unsimulatedCalls, privilegeChanges, block }) => {
    if (unsimulatedCalls.length === 0) return 'not-applicable'
    const unread = unsimulatedCalls.filter(({ to, account }) => to !== null && account === null)
    // An owner that transfers or upgrades its own contract knows that contract; other rules judge the change.
    const controlled = new Set(privilegeChanges.map(({ contract }) => contract))
    const hits = unsimulatedCalls.flatMap((call) => {
      if (call.to !== null && call.value === 0n && controlled.has(call.to)) return []
      const kind = kindOf(call)
      if (kind === null) return []
      const { to, account, value, names, selector, source } = call
      const paid = value > 0n ? describeAsset({ ...NATIVE, symbol: NATIVE_SYMBOLS[block.chain], amount: value }) : null
      return [
        {
          severity: kind === 'open-executor' || kind === 'creation' ? ('high' as const) : severityOf(call),
          description: sentence(call, { kind, paid }),
          evidence: {
            contract: to,
            value: String(value),
            selector,
            function: names[0] ?? null,
            namesPurchase: isPurchase(call),
            deployedRecently: account?.deployedRecently ?? null,
            sourcePublished: source?.verified ?? null,
            asked: source?.asked ?? [],
            executed: false,
          },
        },
      ]
    })
    if (hits.length === 0 && unread.length > 0) return { unknown: [...new Set(unread.map(({ to }) => `who ${to} is`))] }
    return hits
  },
})

const NATIVE = { assetType: 'native', address: null, decimals: 18, tokenId: null } as const

type Kind = 'unknown' | 'open-executor' | 'creation'

/** Labels of accounts that are neither strangers nor known services. */
const NAMED: ReadonlySet<Label['category']> = new Set(['pool', 'mixer'])

/** Returns null for accounts that need no simulation: EOAs, known services, pools, and tokens asked for what tokens do. */
function kindOf({ to, account, value, selector }: UnsimulatedCall): Kind | null {
  if (to === null) return value > 0n ? 'creation' : null
  if (account === null || account.class !== 'contract') return null
  const trust = trustOf(account)
  // Calls of an open executor without coins are its own, and touch nothing of ours.
  if (trust === 'open-executor') return value > 0n ? 'open-executor' : null
  if (trust !== 'unknown' || account.labels.some(({ category }) => NAMED.has(category))) return null
  const asToken = account.token !== null && value === 0n && selector !== null && OF_TOKENS.has(selector)
  return asToken ? null : 'unknown'
}

function isPurchase({ names }: UnsimulatedCall): boolean {
  return names.some(
    (name) => name !== null && (PURCHASES.test(name) || wordsOf(name).some((word) => PURCHASE_WORDS.test(word))),
  )
}

/** Splits a name in camel or snake case. */
function wordsOf(name: string): string[] {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split('_')
}

/**
 * Returns the severity of an unseen call. Drainers take coins for no purchase, and are new code without published source. A
 * contract with either age or published source is likely genuine, though it was not executed; one with both is left to the
 * reader.
 */
function severityOf(call: UnsimulatedCall): Severity {
  const { value, selector, account, source } = call
  const published = source?.verified === true
  const young = account?.deployedRecently === true
  // Coins without a call are a payment, which has no function name.
  if (value > 0n && selector !== null && !isPurchase(call)) return 'high'
  const luring = selector !== null && isLure({ selector, signature: call.names[0] ?? null })
  if (!published && young) return 'high'
  if (published && !young) return luring ? 'medium' : 'low'
  return 'medium'
}

function sentence(
  { to, account, names, selector, source }: UnsimulatedCall,
  of: { kind: Kind; paid: string | null },
): string {
  const { kind, paid } = of
  if (kind === 'creation') return `You send ${paid} to a contract that your transaction deploys. It was not simulated.`
  const who = nameAccount(to as NonNullable<typeof to>, account)
  if (kind === 'open-executor')
    return `You send ${paid} to ${who}, from which any caller can take it. Its calls were not simulated.`
  const called = names[0] != null ? quote(names[0]) : selector === null ? null : `the function ${selector}`
  const young = account?.deployedRecently === true ? ', deployed only recently' : ''
  const hidden = source?.verified === false ? ', without verified source code' : ''
  const what = called === null ? `You pay ${paid ?? 'nothing'} to ${who}` : `You call ${called} of ${who}`
  const along = called !== null && paid !== null ? `, and send ${paid} along` : ''
  return `${what}, an unknown contract${young}${hidden}${along}. The call was not simulated, so its effect is unknown.`
}

import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { isHyperliquidPayment } from '../../message/hyperliquidPayment.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

/** The largest numbers of the usual widths: written where an amount has no limit. */
const UNLIMITED: ReadonlySet<bigint> = new Set([96n, 128n, 160n, 255n, 256n].map((bits) => 2n ** bits - 1n))

/** Members that say a share with its unit. A maximum is what others may set, and is left out. */
const FEE_NAMES =
  /^(?!max)\w*(?:fee|royalty|royalties|commission|tax)s?_?(bps|bp|basispoints?|percent|percentage|pct)$/i
/** Percent of a price from which a fee is a loss. */
const LARGE_FEE = 50

export default defineDetector({
  id: 'unknown-message-type',
  title: 'Unknown message type',
  why: 'A contract with rules unknown to us decides what a signature of this type allows. An unknown type is no sign of safety: another account may receive the amounts in the message.',
  advice: 'Sign it only if you know the application and understand every member.',
  appliesTo: 'message',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  needs: ['message', 'intents', 'named', 'executedIntents'],
  detect: ({ message: { account, form }, intents, named, executedIntents }) =>
    intents.flatMap((intent, at) => {
      // Bytes have no type, and Hyperliquid's payments are known: other rules judge both.
      if (intent.kind !== 'unknown' || form.type === 'bytes' || isHyperliquidPayment(intent)) return []
      const others = intent.addresses.filter(({ address }) => address !== account)
      const risky = intent.moves.length > 0 || others.length > 0
      // Whatever the type is called: an amount without a limit beside an account that no list knows is a power over the signer's assets.
      const strangers = others.filter(({ address }) => {
        const party = named[address]
        return party !== undefined && trustOf(party) !== 'known' && address !== intent.verifier
      })
      const unlimited = strangers.length > 0 && intent.moves.some(({ amount }) => UNLIMITED.has(amount))
      const fee = form.type === 'typed-data' ? largestFee(form.parameters) : null
      const type = form.type === 'typed-data' ? quote(form.primaryType) : 'the message'
      const isExecuted = executedIntents.includes(at)
      const paths = [...intent.moves.map(({ path }) => path), ...others.map(({ path }) => path)]
      return [
        {
          severity:
            unlimited || fee !== null
              ? ('high' as const)
              : risky && !isExecuted
                ? ('medium' as const)
                : ('low' as const),
          description: `${isExecuted ? executedAs(type) : `The effect of ${type} is unknown`}${paths.length > 0 ? `; it names ${listWords(paths.map(quote))}` : ''}${unlimited ? ', with an amount without a limit for an unknown account' : ''}${fee === null ? '' : `. ${quote(fee.path)} is a fee of ${fee.percent} %`}.`,
          evidence: {
            verifier: intent.verifier,
            executed: isExecuted,
            addresses: others.map(({ path, address }) => `${path}: ${address}`),
            ...(fee !== null && { fee: `${fee.path}: ${fee.percent} %` }),
            amounts: intent.moves.map(({ path, amount }) => `${path}: ${amount}`),
          },
        },
      ]
    }),
})

/** What was executed shows among the balance changes and has rules of its own. */
function executedAs(type: string): string {
  return `No standard defines ${type}; Redoubt simulated how the contract that checks the signature uses it`
}

/** The largest fee of half of a price or more; null: there is none. */
function largestFee(parameters: readonly { name: string; value: string }[]): { path: string; percent: number } | null {
  const fees = parameters.flatMap(({ name: path, value }) => {
    const unit = FEE_NAMES.exec(path.split('.').at(-1) ?? '')?.[1]
    if (unit === undefined || !/^\d{1,5}$/.test(value)) return []
    const percent = /^p/i.test(unit) ? Number(value) : Number(value) / 100
    return percent >= LARGE_FEE && percent <= 100 ? [{ path, percent }] : []
  })
  return fees.toSorted((a, b) => b.percent - a.percent)[0] ?? null
}

import { NATIVE_SYMBOLS } from '../../chain.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Facts } from '../../facts/facts.ts'
import type { SignedIntent } from '../../facts/signedIntent.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Gas of a large transaction: what a refund is paid for. */
const MUCH_GAS = 1_000_000n
const GAS_UNITS = 1_000_000n
/** A refund above this many times the network’s price of gas pays for something else. */
const TIMES_THE_FEE = 10n
/** Share of the account’s coin, in percent, beyond which a dishonest refund is the purpose of the message. */
const THEFT_PERCENT = 5n

export default defineDetector({
  id: 'safe-gas-refund-drain',
  title: 'Safe gas refund drain',
  why: 'A Safe transaction may refund its submitter: gas used plus a fixed amount, times a gas price in the signed message, in any token. If the price is high, the refund is the theft, whatever the call itself does.',
  advice: 'Sign only with gas price and base gas 0, unless you use a relayer and know its price.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  needs: ['intents', 'worstCaseExecutions', 'named', 'block'],
  detect: ({ intents, worstCaseExecutions, named, block }) =>
    intents.flatMap((intent, at) => {
      if (intent.kind !== 'execution' || intent.refund === null || intent.refund.gasPrice === 0n) return []
      const { token, receiver, gasPrice, baseGas } = intent.refund
      return [
        {
          severity: severityOf(intent.refund, {
            baseFee: block.baseFeePerGas,
            balance: named[intent.account]?.balance ?? null,
            failed: worstCaseExecutions.some(
              (run) => run.intent === at && run.simulations.some(({ success }) => !success),
            ),
          }),
          description: `${receiver ? nameAccount(receiver, named[receiver]) : 'The submitter'} receives ${amountOf(intent.refund, { block, named })} as a gas refund from ${nameAccount(intent.account, named[intent.account])}.`,
          evidence: {
            account: intent.account,
            receiver: receiver ?? 'the submitter',
            token: token ?? 'native',
            gasPrice: String(gasPrice),
            baseGas: String(baseGas),
            baseFeePerGas: String(block.baseFeePerGas),
          },
        },
      ]
    }),
})

/** What the submitter gets before any gas is used; without base gas, what each unit of gas pays. */
function amountOf({ token, gasPrice, baseGas }: Refund, { block, named }: Pick<Facts, 'block' | 'named'>): string {
  const own = token === null ? { symbol: NATIVE_SYMBOLS[block.chain], decimals: 18 } : named[token]?.token
  const asset = {
    assetType: token === null ? ('native' as const) : ('erc20' as const),
    address: token,
    symbol: own?.symbol ?? null,
    decimals: own?.decimals ?? null,
    tokenId: null,
  }
  if (baseGas > 0n) return `at least ${describeAsset(Object.assign(asset, { amount: gasPrice * baseGas }))}`
  return `${describeAsset(Object.assign(asset, { amount: gasPrice * GAS_UNITS }))} for each million units of gas`
}

type Refund = NonNullable<Extract<SignedIntent, { kind: 'execution' }>['refund']>

/**
 * Base gas is paid whatever is used: more of it than a transfer costs is a payment, and a large share of what the account
 * holds is a theft. In tokens the price has no measure but the execution; where that fails, a top-up is all it waits for.
 */
function severityOf(
  { token, gasPrice, baseGas }: Refund,
  { baseFee, balance, failed }: { baseFee: bigint; balance: bigint | null; failed: boolean },
): Severity {
  if (token !== null) return failed ? 'high' : 'medium'
  const paid = gasPrice * baseGas
  const honest = gasPrice <= baseFee * TIMES_THE_FEE && baseGas <= MUCH_GAS
  if (!honest && balance !== null && paid * 100n > balance * THEFT_PERCENT) return 'critical'
  return honest ? 'low' : 'high'
}

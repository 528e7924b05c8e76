import { claimOn } from '../../derive/claimed.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'misdirected-withdrawal',
  title: 'Withdrawal that pays another account',
  why: 'The contract obeys you, and yet the call that takes its coins out sends them to another account. So-called trading bots work like this: you deploy and fund them yourself, and what is meant to be your withdrawal pays the author of the code.',
  advice: 'Do not fund it unless you know whose account is paid.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['executedMovements', 'claims'],
  detect: ({ executedMovements, claims }) => {
    if (claims.length === 0) return 'not-applicable'
    return executedMovements.lost.flatMap((loss) => {
      const found = claimOn(claims, loss)?.misdirected
      if (found === undefined) return []
      const { contract, selector, signature, receiver, amount, isHidden } = found
      const hidden = isHidden ? ' Neither the code nor its storage shows that account.' : ''
      return [
        {
          // An account that the code shows is often meant: a salary, a treasury.
          severity: isHidden ? ('high' as const) : ('low' as const),
          description: `${signature ?? selector} of ${shortAddress(contract)}, when you call it, sends your ${describeAsset(loss)} to ${shortAddress(receiver)}, and no call that was tried pays you.${hidden} Confirmed in simulation.`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            contract,
            function: signature ?? selector,
            receiver,
            taken: String(amount),
            isHidden,
          },
        },
      ]
    })
  },
})

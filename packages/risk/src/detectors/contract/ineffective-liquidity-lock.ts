import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'ineffective-liquidity-lock',
  title: 'Ineffective liquidity lock',
  why: 'Most LP tokens of the largest pool are in a contract that looks like a lock. In simulation they left it at once: the money behind the token can be withdrawn today, and then no holder can sell.',
  advice: 'Do not buy the token. Ask for liquidity that is burned, or locked in a locker that is widely used.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'high',
  confidence: 'high',
  family: 'lp',
  needs: ['distribution', 'subject'],
  detect: ({ distribution, subject }) => {
    const holders = distribution?.lpHolders ?? null
    if (holders === null) return 'not-applicable'
    if (isNamed(subject)) return []
    return holders.flatMap(({ address, share, opened }) => {
      if (opened === undefined) return []
      const { account, calls, anyone } = opened
      const percent = Math.round(share * 100) / 100
      return [
        {
          description: `${anyone ? 'Any account' : shortAddress(account)} can take most of the liquidity of the largest pool out of the contract ${shortAddress(address)} now, which holds ${percent} % of it, by ${listWords(calls)}. Confirmed in simulation.`,
          evidence: { token: subject.address, percent, holder: address, account, calls },
        },
      ]
    })
  },
})

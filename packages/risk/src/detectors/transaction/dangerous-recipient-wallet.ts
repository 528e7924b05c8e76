import { defineDetector } from '../../engine/detector.ts'
import { walletDangerHit } from '../../wallet/walletDanger.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'dangerous-recipient-wallet',
  title: 'Dangerous recipient wallet',
  why: 'Thieves collect in wallets that no list names yet. The wallet scan looks at the past of the account that receives your coins, tokens, approval or control: its first funding, the accounts that it deals with, and what it took from others.',
  advice: 'Reject it unless you know who controls this wallet and why its past looks like this.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  decisive: true,
  needs: ['walletJudgements', 'grants', 'privilegeChanges'],
  detect: ({ walletJudgements, grants, privilegeChanges }) => {
    const judgements = Object.values(walletJudgements)
    if (judgements.length === 0) return 'not-applicable'
    return judgements.flatMap((judgement) => {
      const { address, account } = judgement
      const name = nameAccount(address, account)
      const isSpender = grants.some(({ spender }) => spender === address)
      const isController = privilegeChanges.some(({ to }) => to === address)
      const what = isController
        ? `You give ${name} control`
        : isSpender
          ? `You allow ${name} to spend`
          : `Your assets go to ${name}`
      return walletDangerHit(judgement, what)
    })
  },
})

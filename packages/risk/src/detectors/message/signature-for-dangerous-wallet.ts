import { defineDetector } from '../../engine/detector.ts'
import { beneficiariesOf } from '../../message/parties.ts'
import { isExpired } from '../../message/permissions.ts'
import { walletDangerHit } from '../../wallet/walletDanger.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'signature-for-dangerous-wallet',
  title: 'Signature for a dangerous wallet',
  why: 'Thieves collect in wallets that no list names yet. The wallet scan looks at the past of the account that the signature pays or lets spend: its first funding, the accounts that it deals with, and what it took from others.',
  advice: 'Do not sign it unless you know who controls this wallet and why its past looks like this.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  decisive: true,
  needs: ['walletJudgements', 'message', 'intents', 'block'],
  detect: ({ walletJudgements, message, intents, block }) => {
    const judgements = Object.values(walletJudgements)
    if (judgements.length === 0) return 'not-applicable'
    const current = intents.filter((intent) => !isExpired(intent, block))
    const parties = beneficiariesOf(current, message.account)
    return judgements.flatMap((judgement) => {
      const { address, account } = judgement
      const roles = parties.flatMap((party) => (party.address === address ? [party.role] : []))
      if (roles.length === 0) return []
      return walletDangerHit(
        judgement,
        `The signature is for ${nameAccount(address, account)}, which ${roles.join(' and ')}`,
      )
    })
  },
})

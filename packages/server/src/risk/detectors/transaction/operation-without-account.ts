import { defineDetector } from '../../detector.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'operation-without-account',
  title: 'The operation has no account that could run it',
  why: 'The sender has no code, and the operation neither makes the account nor comes with an authorisation that gives it some (ERC-4337, EIP-7702). So nothing ran here. Once the account has code, whoever holds the signed operation can submit it, and then its call data counts.',
  advice: 'Do not sign it unless you know every call in it, or let the wallet send the authorisation along.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['transaction', 'sender', 'simulation'],
  detect: ({ transaction: { userOperation, authorizationList = [] }, sender, simulation }) => {
    if (!userOperation) return 'not-applicable'
    if (sender.class !== 'eoa' || userOperation.callData === '0x' || authorizationList.length > 0) return []
    // A factory that was named may have made nothing, or something else.
    const made = simulation.stateDiff[sender.address]?.code?.after
    if (made !== undefined && made !== '0x') return []
    return [
      {
        description: `${nameAccount(sender.address, sender)} has no code, so the operation did nothing here; what it will do later was not executed.`,
        evidence: { account: sender.address, factory: userOperation.factory },
      },
    ]
  },
})

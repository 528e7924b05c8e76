import { accountAfter } from '../../derive/accountAfter.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'user-operation-for-undeployed-account',
  title: 'User operation for an undeployed account',
  why: 'The sender has no code, and the operation neither deploys the account nor carries an EIP-7702 authorization for it (ERC-4337). So the simulation executed nothing. Once the account has code, anyone who has the signed operation can submit it, and its calldata takes effect.',
  advice: 'Do not sign it unless you know every call in it, or let the wallet include the authorization.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['transaction', 'sender', 'simulation', 'block'],
  detect: ({ transaction, sender, simulation, block: { chain } }) => {
    const { userOperation } = transaction
    if (!userOperation) return 'not-applicable'
    if (sender.class !== 'eoa' || userOperation.callData === '0x') return []
    // A factory that was named may have made nothing, or something else; an authorisation may be another account’s, or for another network.
    const isWithout = (executed: typeof simulation | null) =>
      accountAfter(sender, { transaction, simulation: executed, chain }).class === 'eoa'
    if (!isWithout(simulation) || !isWithout(null)) return []
    return [
      {
        description: `${nameAccount(sender.address, sender)} has no code, so the operation did nothing in simulation; its later effect is unknown.`,
        evidence: { account: sender.address, factory: userOperation.factory },
      },
    ]
  },
})

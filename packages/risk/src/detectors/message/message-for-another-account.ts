import type { Address } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { SignedIntent } from '../../facts/signedIntent.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'message-for-another-account',
  title: 'Message for another account’s assets',
  why: 'By the message, the assets belong to an account that is not asked to sign. For a wallet with a private key the signature is worthless; for a contract that you own (ERC-1271) it is valid.',
  advice: 'Check which account the site names, and whether it is yours.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  needs: ['message', 'intents', 'named'],
  detect: ({ message, intents, named }) => {
    const owners = new Set(intents.map(ownerOf).filter((owner) => owner !== null && owner !== message.account))
    return [...owners].flatMap((owner) => {
      if (owner === null) return []
      const account = named[owner]
      // The owner of a Safe signs for it: that is what the message is for.
      const contract = account?.class === 'contract'
      return [
        {
          severity: contract ? ('low' as const) : ('medium' as const),
          description: `The message gives away assets of ${nameAccount(owner, account)}, not yours.`,
          evidence: { owner, account: message.account, ownerClass: account?.class ?? 'unknown' },
        },
      ]
    })
  },
})

/** Of executions and sessions another account is the rule: keys sign for their Safe. */
function ownerOf(intent: SignedIntent): Address | null {
  if (intent.kind === 'allowance') return intent.owner
  if (intent.kind === 'transfer') return intent.from
  return intent.kind === 'order' ? intent.offerer : null
}

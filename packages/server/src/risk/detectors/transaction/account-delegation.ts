import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

const REVOCATION = `0x${'0'.repeat(40)}`

export default defineDetector({
  id: 'account-delegation',
  title: 'Your account is handed to other code',
  why: 'An EIP-7702 authorisation makes your own address run the delegate’s code: it can move everything, in every later transaction, until you replace it. Sweepers live on this. With chain id 0 it holds on every network.',
  advice: 'Reject it unless your own wallet started it and names this delegate.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  decisive: true,
  needs: ['transaction', 'delegates'],
  detect: ({ transaction, delegates }) => {
    const authorizations = transaction.authorizationList ?? []
    if (authorizations.length === 0) return 'not-applicable'
    return authorizations
      .filter(({ address }) => address !== REVOCATION)
      .map(({ address, chainId }) => {
        const delegate = delegates[address]
        const standing = delegate ? standingOf(delegate) : 'unknown'
        const everywhere = chainId === 0
        const scope = everywhere ? 'on every network' : 'on this network'
        return {
          severity:
            standing === 'known'
              ? everywhere
                ? 'low'
                : 'info'
              : standing === 'flagged' || everywhere
                ? 'critical'
                : 'high',
          description: `Your account will run the code of ${nameAccount(address, delegate)} ${scope} from now on.`,
          evidence: { delegate: address, chainId, standing, delegateHasCode: (delegate?.codeSize ?? 0) > 0 },
        }
      })
  },
})

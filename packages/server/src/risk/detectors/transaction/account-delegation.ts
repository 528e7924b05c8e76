import { CHAIN_IDS } from '../../chain.ts'
import { defineDetector } from '../../detector.ts'
import type { Account, Address } from '../../facts.ts'
import type { Severity } from '../../finding.ts'
import { KNOWN_DELEGATES } from '../../knownDelegates.ts'
import { standingOf } from '../../standing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

const REVOCATION = `0x${'0'.repeat(40)}`

export default defineDetector({
  id: 'account-delegation',
  title: 'Your account is handed to other code',
  why: 'An EIP-7702 authorisation makes your own address run the delegate’s code: it can move everything, in every later transaction, until you replace it. Sweepers live on this. Code that makes any call anybody asks for lets everybody act as you. With chain id 0 it holds on every network.',
  advice: 'Reject it unless your own wallet started it and names this delegate.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  decisive: true,
  needs: ['transaction', 'delegates', 'block'],
  detect: ({ transaction, delegates, block }) => {
    const authorizations = transaction.authorizationList ?? []
    if (authorizations.length === 0) return 'not-applicable'
    const invalid =
      transaction.to === null
        ? [
            {
              description:
                'A transaction with an EIP-7702 authorisation cannot deploy a contract: no network takes it.',
              evidence: { to: null, authorizations: authorizations.length },
            },
          ]
        : []
    const distinct = new Map(
      authorizations.map((one) => [`${one.address} ${one.chainId} ${one.authority ?? transaction.from}`, one]),
    )
    const handovers = [...distinct.values()]
      .filter(({ address }) => address !== REVOCATION)
      .map(({ address, chainId, authority = transaction.from }) => {
        const own = authority === transaction.from
        const delegate = delegates[address]
        const name = KNOWN_DELEGATES.get(address)
        const named = name ? `${name} (${nameAccount(address)})` : nameAccount(address, delegate)
        return {
          // Somebody else has signed for an account of their own; the sender only delivers it.
          severity: own ? severityOf(address, delegate, chainId === 0) : ('info' as const),
          description: `${own ? 'Your account' : `The account ${nameAccount(authority)}, which is not yours,`} will run the code of ${named} ${scopeOf(chainId, CHAIN_IDS[block.chain])} from now on.`,
          evidence: {
            delegate: address,
            account: authority,
            chainId,
            standing: name ? 'known delegate' : delegate ? standingOf(delegate) : 'unknown',
            delegateHasCode: (delegate?.codeSize ?? 0) > 0,
          },
        }
      })
    return [...invalid, ...handovers]
  },
})

function severityOf(address: Address, delegate: Account | undefined, everywhere: boolean): Severity {
  const standing = delegate ? standingOf(delegate) : 'unknown'
  if (standing === 'flagged') return 'critical'
  if (KNOWN_DELEGATES.has(address)) return everywhere ? 'low' : 'info'
  return standing === 'relay' || everywhere ? 'critical' : 'high'
}

function scopeOf(chainId: number, here: number): string {
  if (chainId === 0) return 'on every network'
  return chainId === here ? 'on this network' : `on another network (chain id ${chainId}), where anybody may submit it,`
}

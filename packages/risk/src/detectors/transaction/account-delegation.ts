import { KNOWN_DELEGATES } from '../../accounts/knownAddresses.ts'
import { trustOf } from '../../accounts/trust.ts'
import type { Address } from '../../address.ts'
import { CHAIN_IDS } from '../../chain.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Account } from '../../facts/account.ts'
import { type DelegateAct, type DelegateActs, obeysOnlyItsAccount } from '../../facts/delegateActs.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'

const REVOCATION = `0x${'0'.repeat(40)}`

export default defineDetector({
  id: 'account-delegation',
  title: 'EIP-7702 delegation of your account',
  why: 'An EIP-7702 authorization makes your own address run the delegate’s code: it can move everything, in every later transaction, until you replace it. Sweepers use this. A delegate that executes any caller’s calls lets every caller act as you. With chain id 0 the authorization is valid on every network.',
  advice: 'Reject it unless your own wallet started it and names this delegate.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  decisive: true,
  needs: ['transaction', 'delegates', 'delegations', 'block'],
  detect: ({ transaction, delegates, delegations, block }) => {
    const authorizations = transaction.authorizationList ?? []
    if (authorizations.length === 0) return 'not-applicable'
    const invalid =
      transaction.to === null
        ? [
            {
              description:
                'A transaction with an EIP-7702 authorization cannot deploy a contract: every network rejects it.',
              evidence: { to: null, authorizations: authorizations.length },
            },
          ]
        : []
    const distinct = new Map(
      authorizations.map((one) => [`${one.address} ${one.chainId} ${one.authority ?? transaction.from}`, one]),
    )
    const given = [...distinct.values()]
      .filter(({ address }) => address !== REVOCATION)
      .map(({ address, chainId, authority = transaction.from }) => {
        const own = authority === transaction.from
        const delegate = delegates[address]
        const name = KNOWN_DELEGATES.get(address)
        const act = own ? delegations[address]?.acts[0] : undefined
        const named = name ? `${name} (${nameAccount(address)})` : nameAccount(address, delegate)
        return {
          // Another account signed for itself; the sender only delivers its authorisation.
          severity: act
            ? 'critical'
            : own
              ? severityOf(address, delegate, {
                  everywhere: chainId === 0,
                  refuses: obeysOnlyItsAccount(delegations[address]),
                  selfOnly: delegations[address]?.selfOnly === true,
                })
              : ('info' as const),
          description: `${own ? 'Your account' : `The account ${nameAccount(authority)}, which is not yours,`} will run the code of ${named} ${scopeOf(chainId, CHAIN_IDS[block.chain])} from now on.${act ? takenBy(act) : ''}${own && !act ? shownOf(delegations[address]) : ''}`,
          evidence: {
            delegate: address,
            account: authority,
            chainId,
            replayable: chainId !== CHAIN_IDS[block.chain],
            trust: name ? 'known delegate' : delegate ? trustOf(delegate) : 'unknown',
            delegateHasCode: (delegate?.codeSize ?? 0) > 0,
            ...(act && {
              stranger: act.caller,
              called: act.signature ?? act.selector ?? 'plain payment',
              lost: act.lost > 0n ? ['native', ...act.tokens] : act.tokens,
              receiver: act.to,
            }),
          },
        }
      })
    return [...invalid, ...given]
  },
})

/** Same severities as for a message that asks for it: only code that was executed in full, or refused a stranger, is less than critical. */
function severityOf(
  address: Address,
  delegate: Account | undefined,
  { everywhere, refuses, selfOnly }: { everywhere: boolean; refuses: boolean; selfOnly: boolean },
): Severity {
  const trust = delegate ? trustOf(delegate) : 'unknown'
  if (trust === 'flagged') return 'critical'
  if (KNOWN_DELEGATES.has(address)) return everywhere ? 'low' : 'info'
  if (trust === 'open-executor' || everywhere) return 'critical'
  return selfOnly ? 'medium' : refuses ? 'high' : 'critical'
}

/** Says what executions of the code showed where no account took anything. */
function shownOf(tried: DelegateActs | null | undefined): string {
  const wraps = tried?.wrapsPayments === true
  const wrapped = wraps ? ' Coins that your account receives become as many wrapped coins of it.' : ''
  if (tried?.selfOnly !== true) return wrapped
  return `${wrapped} Its code was executed: it makes ${wraps ? 'any other' : 'a'} call only where your account itself calls it, signs the call or has listed the caller.`
}

/** Describes what the probe on a fork showed. */
function takenBy({ kind, selector, signature, caller, lost, to, afterCall, redirected }: DelegateAct): string {
  const receiver = to === null ? 'another account' : shortAddress(to)
  if (kind === 'forwards-payments')
    return ` ${afterCall ? `After ${signature ?? selector}, which anyone may call, the` : 'The'} delegate forwards the coins it receives to ${receiver}. Confirmed in simulation.`
  if (kind === 'unsigned-payment')
    return ` Anyone who submits one signed call of it through ${signature ?? selector} ${redirected ? 'can then send its payment to another account: the receiver is not signed' : `can then take its ${lost > 0n ? 'coins' : 'tokens'}: the amount that the submitter is paid is not signed`}. Confirmed in simulation.`
  const taker = kind === 'lets-anyone-withdraw' ? 'Any caller of' : `${shortAddress(caller)} alone, by`
  return ` ${taker} ${signature ?? selector} can then send its ${lost > 0n ? 'coins' : 'tokens'} to ${receiver}. Confirmed in simulation.`
}

function scopeOf(chainId: number, here: number): string {
  if (chainId === 0) return 'on every network (chain id 0: anyone who sees the signature can submit it on each of them)'
  return chainId === here ? 'on this network' : `on another network (chain id ${chainId}), where anyone can submit it,`
}

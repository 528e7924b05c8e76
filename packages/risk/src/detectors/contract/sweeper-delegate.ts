import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'sweeper-delegate',
  title: 'Sweeper delegate (EIP-7702)',
  why: 'Under EIP-7702 an account runs the code of its delegate. In simulation, a stranger paid this account, and the stranger or an account that the code names called its functions: coins or tokens left the account, or the delegate forwarded the payment at once. Sweepers of stolen keys work like that; a wallet refuses strangers and keeps its payments.',
  advice:
    'Send it nothing. If it is your own account: revoke the delegation from another device, and treat the private key as stolen.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'drainer',
  needs: ['delegateActs', 'subject'],
  detect: ({ delegateActs, subject }) => {
    if (delegateActs === null) return 'not-applicable'
    const { acts, tried, cut } = delegateActs
    if (acts.length === 0 && cut.length > 0) return { unknown: cut, decisive: false }
    return acts.map(({ kind, selector, signature, args, caller, lost, tokens, to, afterCall, redirected }) => {
      const receiver = to === null ? 'another account' : shortAddress(to)
      const anyone = kind === 'forwards-payments' || kind === 'lets-anyone-withdraw'
      const isCarried = kind === 'unsigned-payment'
      const taker = anyone
        ? `Any caller of ${signature ?? selector}`
        : `${shortAddress(caller)}, by ${signature ?? selector},`
      return {
        // The owner may have stored the account as a second key of its own.
        ...(kind === 'obeys-stored-account' && { severity: 'medium' as const }),
        description:
          kind === 'forwards-payments'
            ? `${afterCall ? `After ${signature ?? selector}, which anyone may call, the` : 'The'} delegate forwards every payment to ${receiver} at once. Confirmed in simulation.`
            : isCarried
              ? `Anyone who submits one signed call of ${subject.delegate === null ? 'an account that runs this code' : 'this account'} through ${signature ?? selector} ${redirected ? 'can send its payment to another account: the receiver is not signed' : `can take its ${lost > 0n ? 'coins' : 'tokens'}: the amount that the submitter is paid is not signed`}. Confirmed in simulation.`
              : `${taker} can send this account’s ${lost > 0n ? 'coins' : 'tokens'} to ${receiver}. Confirmed in simulation.`,
        evidence: {
          delegate: subject.delegate,
          state: 'effective',
          function: signature ?? selector,
          args,
          caller,
          callerClass: anyone || isCarried ? 'anyone' : 'one account',
          lostWei: String(lost),
          lostTokens: tokens,
          receiver: to,
          ...(afterCall && { afterCall }),
          tried,
        },
      }
    })
  },
})

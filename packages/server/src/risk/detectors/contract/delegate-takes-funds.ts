import { defineDetector } from '../../detector.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'delegate-takes-funds',
  title: 'Its delegate lets strangers take what it holds',
  why: 'Under EIP-7702 an account runs the code of its delegate. On a copy of the chain a stranger paid this account and called the functions of that code: coin or tokens of the account left, or what was paid in was passed on at once. That is how sweepers of stolen keys work; a wallet refuses strangers and keeps what it is paid.',
  advice:
    'Send it nothing. Of your own account: take the delegation back from another device, and consider the key stolen.',
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
    return acts.map(({ kind, selector, signature, args, caller, lost, tokens, to }) => {
      const receiver = to === null ? 'somebody else' : shortAddress(to)
      return {
        description:
          kind === 'forwards-payments'
            ? `What is paid to it goes on to ${receiver} at once.`
            : `A stranger who calls ${signature ?? selector} makes it lose ${lost > 0n ? 'coin' : 'tokens'} to ${receiver}.`,
        evidence: {
          delegate: subject.delegate,
          state: 'effective',
          function: signature ?? selector,
          args,
          caller,
          callerClass: 'anybody',
          lostWei: String(lost),
          lostTokens: tokens,
          receiver: to,
          tried,
        },
      }
    })
  },
})

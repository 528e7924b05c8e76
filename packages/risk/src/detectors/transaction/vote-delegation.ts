import { toEventSelector } from 'viem/utils'
import { BURN_ADDRESSES } from '../../accounts/knownAddresses.ts'
import type { Address } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { CallFrame, Log } from '../../facts/execution.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'

/** ERC-5805: delegator, former delegate, new delegate. */
const DELEGATE_CHANGED = toEventSelector('DelegateChanged(address,address,address)')

export default defineDetector({
  id: 'vote-delegation',
  title: 'Delegation of your votes',
  why: 'The delegate votes with your tokens (ERC-5805) until you name another one. It cannot move them.',
  advice: 'Sign if you want this account to vote for you. You can take the votes back by delegating to yourself.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'low',
  confidence: 'high',
  needs: ['simulation', 'principals'],
  detect: ({ simulation: { trace }, principals }) =>
    (trace === null ? [] : [...logsOf(trace)]).flatMap(({ address, topics: [topic, delegator, , to] }) => {
      if (topic !== DELEGATE_CHANGED || delegator === undefined || to === undefined) return []
      const delegate: Address = `0x${to.slice(-40)}`
      const own = principals.some((one) => one.slice(2) === delegator.slice(-40))
      if (!own || principals.includes(delegate) || BURN_ADDRESSES.has(delegate)) return []
      return [
        {
          description: `${nameAccount(delegate)} will vote with your tokens of ${shortAddress(address)}. This does not let it move them.`,
          evidence: { delegate, token: address },
        },
      ]
    }),
})

function* logsOf(frame: CallFrame): Generator<Log> {
  if (frame.error !== null) return
  yield* frame.logs
  for (const call of frame.calls) yield* logsOf(call)
}

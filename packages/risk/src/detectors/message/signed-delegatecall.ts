import { SAFE_LIBRARIES } from '../../accounts/knownAddresses.ts'
import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { callsOf } from '../../message/messageCalls.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'signed-delegatecall',
  title: 'Delegatecall to unknown code by signature',
  why: 'With operation 1 the target’s code runs inside the account and can change its owners, its code and all its assets. The owners of a Safe who signed such a message lost 1.4 billion dollars in the Bybit theft of February 2025.',
  advice: 'Do not sign it unless the target is the MultiSend contract of the Safe project.',
  appliesTo: 'message',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  needs: ['intents', 'named'],
  detect: ({ intents, named }) => {
    const executions = intents.filter((intent) => intent.kind === 'execution')
    if (executions.length === 0) return 'not-applicable'
    return executions.flatMap(({ account, calls }) => {
      const foreign = callsOf(calls).filter(
        ({ operation, to, makes }) => operation === 1 && to !== null && makes === undefined && !SAFE_LIBRARIES.has(to),
      )
      return [...new Set(foreign.map(({ to }) => to))].flatMap((target) => {
        if (target === null) return []
        const known = named[target] !== undefined && trustOf(named[target]) === 'known'
        return [
          {
            severity: known ? ('high' as const) : ('critical' as const),
            description: `${nameAccount(account, named[account])} would run the code of ${nameAccount(target, named[target])} by delegatecall, as its own.`,
            evidence: { account, target, operation: 1, known },
          },
        ]
      })
    })
  },
})

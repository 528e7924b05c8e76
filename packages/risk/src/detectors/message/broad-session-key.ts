import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Facts } from '../../facts/facts.ts'
import type { SignedIntent } from '../../facts/signedIntent.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

/** Games and agents ask for a day or a month. */
const USUAL_SECONDS = 90n * 24n * 3600n

export default defineDetector({
  id: 'broad-session-key',
  title: 'Session key for your account',
  why: 'A session key or a delegation signs in your place for as long as it lasts. Without a list of contracts, a limit on amounts and an expiry, its holder controls your account.',
  advice: 'Allow only the contracts of the game or service you use, with a small budget and a short expiry.',
  appliesTo: 'message',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  decisive: true,
  needs: ['intents', 'named', 'now'],
  detect: ({ intents, named, now }) => {
    const sessions = intents.filter((intent) => intent.kind === 'session')
    if (sessions.length === 0) return 'not-applicable'
    return sessions.map((session) => {
      const missing = missingBounds(session, now)
      return {
        severity: severityOf(session, missing, named),
        description: descriptionOf(session, missing, named),
        evidence: {
          account: session.account,
          delegate: session.delegate,
          targets: session.targets,
          limits: session.limits,
          expiration: session.expiration === null ? null : String(session.expiration),
          missing,
        },
      }
    })
  },
})

/** A type that no standard knows names a key and no more: the contract that checks the signature decides what the key may do. */
function descriptionOf({ delegate, verifier, protocol }: Session, missing: readonly string[], named: Named): string {
  const key = nameAccount(delegate, named[delegate])
  const bounds = missing.length > 0 ? `, without ${listWords(missing)}` : ', within the limits in the message'
  if (protocol !== null || verifier === null) return `${key} may act for your account${bounds}.`
  return `${key} may act for you at ${nameAccount(verifier, named[verifier])}, which decides what that key may do${bounds}.`
}

type Named = Facts['named']
type Session = Extract<SignedIntent, { kind: 'session' }>

function missingBounds({ targets, limits, expiration, valueBounded }: Session, now: bigint): string[] {
  return [
    ...(targets.length === 0 && valueBounded !== true ? ['a list of contracts'] : []),
    ...(limits.length === 0 ? ['a limit'] : valueBounded === false ? ['a limit on amounts'] : []),
    ...(expiration === null || expiration > now + USUAL_SECONDS ? ['a near expiry'] : []),
  ]
}

/**
 * Where both contracts and limits are open, it is the account itself. Where calls are bounded and amounts are not, it depends on
 * who may make them: the holder of a key takes what there is, and a token that may be called is all of that token.
 */
function severityOf({ delegate, targets, valueBounded }: Session, missing: readonly string[], named: Named): Severity {
  const holder = named[delegate]
  if (valueBounded === false && !(holder && trustOf(holder) === 'known')) {
    const takesTokens = targets.length === 0 || targets.some((target) => named[target]?.token)
    const isHeldByWallet = holder !== undefined && ['wallet', 'flagged'].includes(trustOf(holder))
    return isHeldByWallet && takesTokens ? 'critical' : 'high'
  }
  const open = missing.includes('a list of contracts') && missing.includes('a limit')
  if (open) return missing.length === 3 ? 'critical' : 'high'
  return missing.length > 0 ? 'medium' : 'low'
}

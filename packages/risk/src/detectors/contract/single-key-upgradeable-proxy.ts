import { actsAsKey, callerBehind, LONG_DELAY, severityFor } from '../../contract/callers.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { RefusedUpgrade } from '../../facts/privileges.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { callerWords } from '../../wording/callWords.ts'
import { describePeriod } from '../../wording/periods.ts'

export default defineDetector({
  id: 'single-key-upgradeable-proxy',
  title: 'Upgradeable proxy with single-key admin',
  why: 'The contract is a proxy, and an account with a single key can replace its implementation at any time. Several of the largest losses began with such a key.',
  advice: 'Leave no more in it than you would lend to the holder of that key.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  // Shown by storage, not by an upgrade that was made.
  confidence: 'medium',
  family: 'upgrade',
  needs: ['proxy', 'subject', 'executedUpgrades', 'personalAccount', 'upgrader'],
  detect: ({ proxy, subject, executedUpgrades, personalAccount, upgrader: admin }) => {
    if (proxy === null || subject.class === 'delegated-eoa' || proxy.kind === 'safe') return 'not-applicable'
    if (admin === null || admin.address === personalAccount?.owner) return []
    // What was executed counts, whatever the standard's functions say of an upgrade.
    if (proxy.upgradeable === false && executedUpgrades.length === 0) return []
    if (!actsAsKey(admin)) return []
    const key = admin.commandedBy ?? admin.address
    const executed = executedUpgrades.find(({ call }) => call.caller === admin.address)
    const refused = executedUpgrades.length === 0 ? admin.refusedUpgrade : undefined
    return [
      {
        severity: severityFor(severityOf(refused), { kind: 'eoa' }, subject),
        description: `${callerWords(callerBehind(admin))} (${shortAddress(key)}) can replace the code of this contract${key === admin.address ? '' : ` through ${shortAddress(admin.address)}`}${noticeOf(refused)}.`,
        evidence: {
          proxy: proxy.kind,
          implementations: proxy.implementations,
          beacon: proxy.beacon,
          caller: admin.address,
          callerClass: callerBehind(admin).kind,
          by: admin.by,
          ...(executed
            ? {
                state: 'effective',
                function: executed.call.signature ?? executed.call.selector,
                selector: executed.call.selector,
                args: executed.call.args,
                shown: executed.shown,
              }
            : { state: 'potential' }),
          ...(typeof refused?.afterSeconds === 'number' && { startsAfterSeconds: refused.afterSeconds }),
        },
      },
    ]
  },
})

/** A notice of a day that an event announces lets users leave, as behind a timelock. */
function severityOf(refused: RefusedUpgrade | undefined): Severity {
  if (refused === undefined) return 'high'
  return refused.announced && (refused.afterSeconds ?? 0) >= LONG_DELAY ? 'low' : 'medium'
}

function noticeOf(refused: RefusedUpgrade | undefined): string {
  if (refused === undefined) return ''
  if (refused.afterSeconds === null) return ', by its own functions; the call was refused when it was executed now'
  const told = refused.announced ? 'it announced the change' : 'it prepared the change, without an event'
  return `, ${describePeriod(refused.afterSeconds)} after ${told}; before that the call was refused when it was executed`
}

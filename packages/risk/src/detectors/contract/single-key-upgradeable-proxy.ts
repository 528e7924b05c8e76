import { actsAsKey, callerBehind, severityFor } from '../../contract/callers.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { callerWords } from '../../wording/callWords.ts'

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
    return [
      {
        severity: severityFor('high', { kind: 'eoa' }, subject),
        description: `${callerWords(callerBehind(admin))} (${shortAddress(key)}) can replace the code of this contract${key === admin.address ? '' : ` through ${shortAddress(admin.address)}`}.`,
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
        },
      },
    ]
  },
})

import { actsAsKey, callerBehind, stepsBelowKey } from '../../contract/callers.ts'
import { genuineLabel } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { callerWords } from '../../wording/callWords.ts'

export default defineDetector({
  id: 'upgradeable-proxy',
  title: 'Upgradeable proxy',
  why: 'The contract is a proxy: its admin can change its code. Many honest protocols are upgradeable, mostly behind a multisig or a timelock.',
  advice: 'Check which account can upgrade it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  family: 'upgrade',
  needs: ['proxy', 'subject', 'executedUpgrades', 'upgrader'],
  detect: ({ proxy, subject, executedUpgrades, upgrader: admin }) => {
    if (proxy === null || subject.class === 'delegated-eoa' || proxy.kind === 'safe') return 'not-applicable'
    if (admin?.account === 'burned') return []
    if (proxy.upgradeable === false && executedUpgrades.length === 0) return []
    if (admin !== null && actsAsKey(admin)) return []
    const caller = admin && callerBehind(admin)
    const guarded = caller !== null && (caller.kind === 'multisig' || stepsBelowKey(caller) > 1)
    const who = admin && caller ? `${callerWords(caller)} (${shortAddress(admin.address)})` : 'An unknown admin'
    return [
      {
        severity: genuineLabel(subject) || guarded ? 'low' : 'medium',
        description: `${who} ${proxy.upgradeable === null ? 'may be able to' : 'can'} replace the code of this contract.`,
        evidence: {
          proxy: proxy.kind,
          implementations: proxy.implementations,
          beacon: proxy.beacon,
          caller: admin?.address ?? null,
          callerClass: admin?.account ?? null,
          by: admin?.by ?? null,
          upgradeable: proxy.upgradeable,
          state: 'potential',
        },
      },
    ]
  },
})

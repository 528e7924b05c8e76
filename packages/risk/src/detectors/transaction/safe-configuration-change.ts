import { actsByRecord, BY_RECORD } from '../../derive/actsByRecord.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

const WORDS = {
  'safe-owner': 'its owners',
  'safe-threshold': 'its signature threshold',
  'safe-module': 'its modules, which can move funds without signatures',
  'safe-guard': 'its guard, which checks every transaction',
  'safe-fallback-handler': 'its fallback handler, which can sign messages for it',
} as const

export default defineDetector({
  id: 'safe-configuration-change',
  title: 'Safe owner or module change',
  why: 'Owners, threshold, modules, guard and fallback handler decide who can move the assets of a Safe. A module moves funds with no signature at all.',
  advice: 'Confirm each change with the other owners over another channel.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  needs: ['privilegeChanges', 'contractJudgements'],
  detect: ({ privilegeChanges, contractJudgements }) =>
    privilegeChanges.flatMap(({ kind, contract, from, to, shownBy, fails }) => {
      if (!(kind in WORDS)) return []
      const isByRecord = kind === 'safe-module' && to !== null && actsByRecord(contractJudgements[to])
      const what = WORDS[kind as keyof typeof WORDS]
      return [
        {
          severity: fails || isByRecord ? ('medium' as const) : ('high' as const),
          description: `The Safe ${shortAddress(contract)} ${fails ? 'would change' : 'changes'} ${what}${to ? `: ${shortAddress(to)}` : ''}${fails ? ', but the call fails in simulation' : ''}.${isByRecord ? ` ${BY_RECORD}` : ''}`,
          evidence: { kind, safe: contract, removed: from, added: to, shownBy },
        },
      ]
    }),
})

import { isRenouncedPrivilege } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

const CREDIT = 5

export default defineDetector({
  id: 'renounced-ownership',
  title: 'Renounced ownership',
  why: 'owner() returns an address without a private key, and we found no other privileged account.',
  advice: 'No action is needed.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'info',
  confidence: 'medium',
  needs: ['privileged', 'capabilities', 'proxy', 'subject'],
  detect: ({ privileged, capabilities, proxy, subject }) => {
    const given = privileged.find((one) => isRenouncedPrivilege(one, null))
    const noOtherHolder = privileged.every(({ account }) => account === 'burned')
    const fixed = proxy === null || proxy.upgradeable === false
    const powerless = capabilities.every(({ state, kind }) => state === 'potential' || kind === 'foreign-token-rescue')
    if (!given || !noOtherHolder || !fixed || !powerless) return []
    return [
      {
        credit: CREDIT,
        description: 'Ownership is renounced, and we found no other privileged account.',
        evidence: { address: subject.address, owner: given.address, by: given.by },
      },
    ]
  },
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS } from '../chain.ts'
import { NETWORK_FACTS } from '../networks.generated.ts'
import { capConfidence, experimentalNetwork } from './experimentalNetwork.ts'

test('an experimental network is named in each answer and caps its confidence; a stable one does neither', () => {
  assert.ok(CHAINS.some((chain) => NETWORK_FACTS[chain].experimental))
  for (const chain of [...CHAINS, undefined]) {
    const isExperimental = chain !== undefined && NETWORK_FACTS[chain].experimental
    assert.deepEqual([capConfidence(chain, 1), capConfidence(chain, 0.3)], [isExperimental ? 0.7 : 1, 0.3])
    const [finding, ...more] = experimentalNetwork(chain)
    assert.deepEqual([finding !== undefined, more], [isExperimental, []])
    if (finding === undefined || chain === undefined) continue
    const { evidence, description, ...rest } = finding
    assert.deepEqual(rest, {
      id: 'experimental-network',
      severity: 'info',
      title: 'Experimental network',
      impact: 0,
    })
    assert.ok(description.includes(`of ${NETWORK_FACTS[chain].name} yet`) && description.endsWith('at most 0.7.'))
    assert.deepEqual(
      [evidence.chain, evidence.chainId, evidence.maxConfidence],
      [chain, NETWORK_FACTS[chain].chainId, 0.7],
    )
    assert.equal(typeof evidence.coin, 'string')
  }
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CONTRADICTING_ENDPOINTS,
  type Contradiction,
  ENDPOINT_AGREEMENT,
  type EndpointAgreement,
  SECOND_ENDPOINT,
  withSecondEndpoint,
} from './endpointAgreement.ts'
import { scoreOutcomes } from './score.ts'

const about = (wrong: string[]): Contradiction => ({
  kind: 'code',
  address: `0x${'71'.repeat(20)}`,
  hosts: ['a.example', 'b.example'],
  wrong,
})

describe('endpoints that contradict each other', () => {
  test('are a missing decisive fact, whatever else was found, and are named', () => {
    for (const wrong of [[], ['b.example']]) {
      const agreement = { unconfirmed: null, contradictions: [about(wrong)] }
      const { riskScore, findings, missingDecisiveFacts } = scoreOutcomes([], { chain: 'ethereum', agreement })
      assert.ok(riskScore >= 40)
      assert.deepEqual(missingDecisiveFacts, [ENDPOINT_AGREEMENT])
      const finding = findings.find(({ id }) => id === CONTRADICTING_ENDPOINTS)
      assert.deepEqual(finding?.evidence.hosts, ['a.example', 'b.example'])
      assert.match(finding?.description ?? '', wrong.length > 0 ? /b\.example was shown to be wrong/ : /Nothing shows/)
      assert.equal(
        findings.reduce((sum, { impact }) => sum + impact, 0),
        riskScore,
      )
    }
  })

  test('change nothing while they agree', () => {
    const agreement = { unconfirmed: null, contradictions: [] }
    assert.deepEqual(scoreOutcomes([], { agreement }), scoreOutcomes([]))
    assert.deepEqual(withSecondEndpoint(['sanctions'], agreement), ['sanctions'])
  })

  test('are listed as a source that failed where none confirmed the first', () => {
    const agreement: EndpointAgreement = { unconfirmed: 'one-endpoint', contradictions: [] }
    assert.deepEqual(withSecondEndpoint(['sanctions'], agreement), ['sanctions', SECOND_ENDPOINT])
    assert.deepEqual(withSecondEndpoint(['sanctions'], undefined), ['sanctions'])
  })
})

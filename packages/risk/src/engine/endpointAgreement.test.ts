import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CONTRADICTING_ENDPOINTS,
  type Contradiction,
  contradictingEndpoints,
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

describe('what contradicting endpoints are told of', () => {
  const ADDRESS = `0x${'71'.repeat(20)}` as const
  const told = (...contradictions: Contradiction[]) => {
    const [finding] = contradictingEndpoints({ unconfirmed: null, contradictions })
    return finding ?? assert.fail('nothing was told')
  }
  const of = (kind: Contradiction['kind'], more: Partial<Contradiction> = {}): Contradiction => ({
    ...about([]),
    kind,
    ...more,
  })

  test('in words, hosts sorted and once', () => {
    const kinds = ['block', 'code', 'balance', 'nonce', 'storage', 'call', 'logs'] as const
    const words = kinds.map((kind) => / about (.*)\. Nothing/.exec(told(of(kind, { address: null })).description)?.[1])
    assert.deepEqual(words, [
      'the block itself',
      'the code',
      'the balance',
      'the nonce',
      'the storage',
      'what a call answers',
      'the event logs',
    ])
    const { description, evidence, ...rest } = told(
      of('code', { hosts: ['c.example', 'a.example'] }),
      of('logs', { hosts: ['b.example', 'a.example'], address: null }),
    )
    assert.equal(
      description,
      `The RPC endpoints a.example, b.example and c.example contradict each other about the code of ${ADDRESS} and the event logs. Nothing shows which of them is wrong.`,
    )
    assert.deepEqual(evidence, {
      hosts: ['a.example', 'b.example', 'c.example'],
      wrong: [],
      differ: [`code ${ADDRESS}`, 'logs'],
    })
    assert.deepEqual(rest, {
      id: CONTRADICTING_ENDPOINTS,
      severity: 'medium',
      title: 'Contradicting RPC endpoints',
      impact: 0,
    })
  })

  test('with what was shown to be wrong, and five of many', () => {
    assert.match(
      told(of('code', { wrong: ['b.example'] })).description,
      /b\.example was shown to be wrong and is asked/,
    )
    const two = told(of('code', { wrong: ['b.example'] }), of('logs', { wrong: ['a.example', 'b.example'] }))
    assert.match(two.description, / a\.example and b\.example were shown to be wrong and are asked no more for now\.$/)
    assert.deepEqual(two.evidence.wrong, ['a.example', 'b.example'])
    const many = told(...Array.from({ length: 7 }, () => of('code')))
    assert.equal((many.evidence.differ as string[]).length, 5)
    assert.deepEqual(contradictingEndpoints(undefined), [])
  })

  test('a second endpoint that did not confirm is a source that failed, sorted and once', () => {
    const unconfirmed: EndpointAgreement = { unconfirmed: 'behind', contradictions: [] }
    assert.deepEqual(withSecondEndpoint(['traces', SECOND_ENDPOINT], unconfirmed), [SECOND_ENDPOINT, 'traces'])
    assert.deepEqual(withSecondEndpoint(['traces'], undefined), ['traces'])
  })
})

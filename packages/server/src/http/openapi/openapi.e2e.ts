import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { startTestWorld } from '../testing/testWorld.ts'
import { describeApi } from './describeApi.ts'
import { EVIDENCE_DESCRIPTIONS } from './evidenceDescriptions.ts'
import { MEMBER_DESCRIPTIONS } from './memberDescriptions.ts'

describe('openapi.json', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(JSON.stringify(await describeApi())))
    assert.deepEqual(result.errors ?? [], [])
    assert.equal(result.valid, true)
    assert.equal(validator.version, '3.1')
  })

  test('the committed file is what the server serves', async () => {
    await using world = await startTestWorld()
    const committed = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../openapi.json'), 'utf8'))
    const { json, headers } = await world.call('GET', '/openapi.json')
    assert.deepEqual(json, committed, 'run npm run gen')
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  })

  test('every member is described, and no description is left over', async () => {
    const { paths, webhooks, components } = await describeApi()
    const bare: string[] = []
    const used = new Set<unknown>()
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      const { properties = {} } = node as { properties?: Record<string, { description?: string }> }
      if (!path.endsWith('.properties'))
        for (const [name, member] of Object.entries(properties)) {
          if (!member.description) bare.push(`${path}.${name}`)
          used.add(member.description)
        }
      for (const [name, inner] of Object.entries(node)) if (!name.startsWith('example')) walk(inner, `${path}.${name}`)
    }
    walk({ paths, webhooks, components }, '')
    assert.deepEqual(bare, [])
    const left = [...Object.entries(MEMBER_DESCRIPTIONS), ...Object.entries(EVIDENCE_DESCRIPTIONS)].filter(
      ([, description]) => !used.has(description),
    )
    assert.deepEqual(left, [])
  })

  test('a request may leave out what has a default', async () => {
    const text = JSON.stringify((await describeApi()).components.schemas.TransactionScanRequest)
    assert.doesNotMatch(text, /"default":/)
    assert.match(text, /"x-default":3000/)
    assert.match(text, /Default: `3000`\./)
  })

  test('every operation has an id of its own, a summary, a description and a described success', async () => {
    const { paths } = await describeApi()
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const ids = operations.map((operation) => (operation as unknown as { operationId: string }).operationId)
    assert.equal(new Set(ids).size, operations.length)
    for (const { summary, description, responses } of operations) {
      assert.ok(summary)
      assert.ok(description, summary)
      const success = (responses['200'] ?? responses['201']) as { description: string }
      assert.ok(success.description && success.description !== 'Default Response')
    }
  })
})

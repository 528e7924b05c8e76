import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseJsonBody } from '../parse/parseJsonBody.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const FOLDER = join(
  resolve(import.meta.dirname, '../../../../..', process.env.REDOUBT_DATA ?? '../shared/data'),
  'hostile_inputs/json',
)
const skip = existsSync(FOLDER) ? false : `no parser cases at ${FOLDER}; set REDOUBT_DATA`

test('the JSON parsing suite: y_ parse, n_ are malformed, i_ never break the server', { skip }, async () => {
  await using world = await startTestWorld()
  const key = await world.addKey()
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  assert.ok(files.length > 300, `only ${files.length} cases`)
  for (const name of files) {
    const bytes = readFileSync(join(FOLDER, name))
    const answer = await world.call('POST', '/v1/scan/transaction', { key, raw: bytes })
    // None of the cases is a transaction: what parses is refused for its shape.
    assert.equal(answer.status, 400, name)
    assert.equal(answer.json.error.code, 'VALIDATION_ERROR', name)
    const { message } = answer.json.error
    const parsed = /^body(: expected a JSON object$|\.from: missing|\.\S+: unknown member)/.test(message)
    if (name.startsWith('y_object_duplicated_key')) {
      // RFC 8259, 4: names SHOULD be unique, and readers differ about which one counts. Ours accepts neither.
      assert.match(message, /^body: expected no member name twice/, name)
    } else if (name.startsWith('y_')) {
      assert.ok(parsed, `${name}: ${message}`)
      assert.deepEqual(parseJsonBody(bytes), JSON.parse(bytes.toString('utf8')), name)
    }
    if (name.startsWith('n_')) assert.ok(!parsed, `${name}: ${message}`)
  }
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { EXAMPLE_REQUESTS, stableAnswer } from '../../http/openapi/exampleRequests.ts'
import { loadConformance } from '../../http/testing/testConformance.ts'
import { sharedService } from '../../testing/sharedService.ts'

const FILE = new URL('../../http/openapi/examples.generated.json', import.meta.url)

/** A new rule changes the version of all answers, and no example. */
const withoutVersion = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (name, value) => (name === 'rulesetVersion' ? undefined : value)))

test('the examples of openapi.json are what the sandbox answers', { timeout: 120_000 }, async () => {
  const { ask } = await sharedService()
  const assertConforms = await loadConformance()
  const { answers } = JSON.parse(readFileSync(FILE, 'utf8'))
  for (const { name, method, path, body } of EXAMPLE_REQUESTS) {
    const { status, json } = await ask(path, body)
    assertConforms(method, path, status, json)
    const shown = withoutVersion(stableAnswer(json))
    assert.deepEqual(shown, withoutVersion(answers[name]), `${name}: run npm run gen -- --examples`)
  }
})

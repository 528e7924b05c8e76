import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listenProblem } from './listenProblem.ts'

const say = (code: string, port = 8080) => {
  const error = Object.assign(new Error(`listen ${code}`), { code })
  const problem = listenProblem(error, { host: 'no.such', port })
  assert.ok(problem === error || (problem instanceof Error && problem.cause === error))
  return (problem as Error).message
}

test('names the variable and the remedy', () => {
  assert.equal(say('EADDRINUSE'), 'PORT 8080 is in use: set PORT=8081, say, or PORT=0 for any free one.')
  assert.match(say('EADDRINUSE', 65_535), /PORT=8080, say/)
  assert.match(say('EACCES', 80), /^PORT 80 needs privileges: set PORT to 1024/)
  for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']) {
    assert.match(say(code), /^HOST no\.such is no address of this machine: set HOST=127\.0\.0\.1/)
  }
  assert.equal(say('EWHATEVER'), 'listen EWHATEVER')
})

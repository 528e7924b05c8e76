import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Script } from 'node:vm'
import { INJECTED_SCRIPTS, pageScript } from './pageScript.ts'

for (const name of INJECTED_SCRIPTS) {
  test(`${name} is one expression, a call with its argument`, () => {
    const source = pageScript(name, { text: '</script>"\u2028' })
    assert.match(source, /^\((?:async )?function \w+\(\{/)
    assert.doesNotMatch(source, /^(import|export) /m)
    assert.ok(new Script(source))
  })
}

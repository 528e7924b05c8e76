import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showHidden, showHiddenInJson } from './index.ts'

const HIDDEN = ['\u0000', '\u001b[2J', '\u202e', '\u200b', '\u3164', '\u2028', '\r\n', '\ud800', '\u{e0041}']

for (const hidden of HIDDEN) {
  const name = `U${hidden}SDC`
  test(`${JSON.stringify(name)} shows what it hides, as text and as JSON`, () => {
    assert.match(showHidden(name), /^U\\u\{[0-9a-f]+\}/)
    assert.doesNotMatch(showHidden(name), /[\p{C}\p{Zl}\p{Zp}]/u)
    const json = showHiddenInJson({ name })
    assert.doesNotMatch(json, /[\p{C}\p{Zl}\p{Zp}]/u)
    assert.deepEqual(JSON.parse(json), { name })
  })
}

test('text of any script, and the lines of indented JSON, stay', () => {
  const name = 'Ünïcode 東京 العربية 🚀'
  assert.equal(showHidden(name), name)
  assert.equal(showHiddenInJson({ name }, 2), `{\n  "name": "${name}"\n}`)
})

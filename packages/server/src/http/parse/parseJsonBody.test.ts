import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseJsonBody } from './parseJsonBody.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))
const says = (message: string | RegExp) => ({ code: 'VALIDATION_ERROR', message })

describe('parseJsonBody', () => {
  test('reads JSON', () => {
    assert.deepEqual(parse('{"a":[1,"\\"[{",null]}'), { a: [1, '"[{', null] })
  })

  test('says what is malformed, without quoting it', () => {
    assert.throws(() => parse('{"secret": x}'), says('body: expected valid JSON (RFC 8259)'))
    assert.throws(() => parse(''), says('body: expected a JSON object, got nothing'))
    assert.throws(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22])), says('body: expected UTF-8'))
  })

  test('bounds nesting, counting no brackets in strings', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    assert.ok(parse(nested(32)))
    assert.throws(() => parse(nested(33)), says('body: nested deeper than 32 levels'))
    assert.throws(() => parse('{"a":'.repeat(10_000)), says(/nested deeper/))
    assert.ok(parse(JSON.stringify('['.repeat(10_000))))
    assert.ok(parse(JSON.stringify(`\\"${'{'.repeat(100)}`)))
  })

  test('refuses a member given twice, however it is spelled', () => {
    for (const text of ['{"to":1,"to":1}', '{"a":[{"to":{"b":1},"to":2}]}', '{"to":1,"\\u0074o":2}']) {
      assert.throws(() => parse(text), says('body: expected no member name twice in one object'), text)
    }
    assert.deepEqual(parse('{"a":{"to":":"},"b":{"to":"x\\":y"},":":[":"]}'), {
      a: { to: ':' },
      b: { to: 'x":y' },
      ':': [':'],
    })
  })

  test('refuses members that would change a prototype, however they are spelled', () => {
    for (const text of [
      '{"__proto__":{"admin":true}}',
      '{"a":[{"__proto__":1}]}',
      '{"\\u005f_proto__":1}',
      '{"constructor":{"prototype":{}}}',
      '{"\\u0063onstructor":{"prototyp\\u0065":1}}',
    ]) {
      assert.throws(() => parse(text), says(/^body: the member name .* is not allowed$/), text)
    }
    assert.deepEqual(parse('{"constructor":"Gaudí","name":"__proto__"}'), { constructor: 'Gaudí', name: '__proto__' })
  })
})

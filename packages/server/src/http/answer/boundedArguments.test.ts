import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedArguments } from './boundedArguments.ts'

const row = (value: string) => ({ name: 'data', type: 'bytes', value, display: null, label: null })

test('a kept scan holds the beginning of a long argument, and how much was left out', () => {
  const long = 'f'.repeat(5_000)
  const result = { decoded: { parameters: [row(long)], calls: [{ parameters: [row('1'), row(long)] }] }, riskScore: 1 }
  const kept = boundedArguments(result)
  const expected = `${long.slice(0, 2_048)}… (2952 more characters)`
  assert.equal(kept.decoded.parameters[0]?.value, expected)
  assert.deepEqual(
    kept.decoded.calls[0]?.parameters.map(({ value }) => value),
    ['1', expected],
  )
  assert.equal(result.decoded.parameters[0]?.value, long, 'the answer stays whole')
})

const SHOWN: [string, object, object][] = [
  ['with a display and a label', { display: '5 USDC', label: 'Bank' }, { display: null, label: null }],
  ['with neither', {}, {}],
]
for (const [name, more, expected] of SHOWN)
  test(`the count of what is left out has nothing of the row before it: rows ${name}`, () => {
    const parameters = Array.from({ length: 300 }, (_, at) => ({
      name: `a${at}`,
      type: 'uint256',
      value: '5',
      ...more,
    }))
    for (const kept of [
      boundedArguments({ decoded: { parameters } }).decoded.parameters,
      boundedArguments({ decoded: { parameters: [], calls: [{ parameters }] } }).decoded.calls[0]?.parameters,
      boundedArguments({ message: { parameters } }).message.parameters,
    ])
      assert.deepEqual(kept?.at(-1), { name: 'left out', type: 'uint256', value: '44', ...expected })
  })

test('a message of many members says how many are left out', () => {
  const parameters = Array.from({ length: 300 }, (_, at) => ({
    name: `ids[${at}]`,
    type: 'uint256',
    value: String(at),
  }))
  const kept = boundedArguments({ message: { parameters } })
  assert.equal(kept.message.parameters.length, 257)
  assert.deepEqual(kept.message.parameters.at(-1), { name: 'left out', type: 'uint256', value: '44' })
})

test('an ordinary result is kept as it is', () => {
  for (const result of [
    { decoded: { parameters: [row('1')], calls: [] } },
    { message: { parameters: [] } },
    { decoded: null },
    { url: 'https://example.com/' },
  ])
    assert.deepEqual(boundedArguments(result), result)
})

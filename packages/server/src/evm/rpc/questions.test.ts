import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { ASK_PROGRAM, decodeAnswered, encodeQuestions, gasOf, partition, type Question } from './questions.ts'
import { MalformedAnswer } from './rpcValues.ts'

const TOKEN = `0x${'70'.repeat(20)}` as const
const question = (rest: Partial<Question> = {}): Question => ({
  to: TOKEN,
  data: '0x06fdde03',
  gas: 200_000,
  max: 64,
  ...rest,
})
const word = (value: number) => value.toString(16).padStart(64, '0')

test('a question is its address, gas, most bytes and call data', () => {
  assert.equal(
    encodeQuestions([question()]),
    `${ASK_PROGRAM}${'70'.repeat(20)}00030d40${'00000040'}${'00000004'}06fdde03`,
  )
})

describe('answers', () => {
  test('are in the order of the questions', () => {
    const output: Hex = `0x${word(3)}abcd${word(0)}${'f'.repeat(64)}${word(1)}`
    assert.deepEqual(decodeAnswered(output, Array(4).fill(question())), ['0xabcd', null, 'unasked', '0x'])
  })

  const malformed: Record<string, Hex> = {
    'nothing, as of a node that runs no init code': '0x',
    'fewer than the questions': `0x${word(0)}`,
    'more than the questions': `0x${word(0)}${word(0)}${word(0)}`,
    'a word cut short': `0x${word(0)}${'0'.repeat(62)}`,
    'an answer longer than was kept': `0x${word(66)}${'00'.repeat(65)}${word(0)}`,
    'an answer cut short': `0x${word(0)}${word(33)}${'00'.repeat(31)}`,
    'a size beyond all numbers': `0x${'f'.repeat(63)}e${word(0)}`,
  }
  for (const [name, output] of Object.entries(malformed))
    test(`that are ${name} are the endpoint's failure`, () => {
      assert.throws(() => decodeAnswered(output, [question(), question()]), MalformedAnswer)
    })
})

describe('parts', () => {
  const cases: Record<string, Question[]> = {
    'dear questions': Array.from({ length: 100 }, () => question({ gas: 500_000 })),
    'long answers': Array.from({ length: 100 }, () => question({ max: 2_048 })),
    'long questions': Array.from({ length: 100 }, () => question({ data: `0x${'ab'.repeat(1_000)}` })),
  }
  for (const [name, questions] of Object.entries(cases))
    test(`of ${name} fit what nodes run and what may be deployed, in order`, () => {
      const parts = partition(questions)
      assert.ok(parts.length > 1)
      assert.deepEqual(parts.flat(), questions)
      for (const part of parts) {
        assert.ok(gasOf(part) <= 10_200_000, `${gasOf(part)} gas`)
        assert.ok(encodeQuestions(part).length / 2 - 1 <= 49_152, 'EIP-3860')
        assert.ok(part.reduce((sum, { max }) => sum + 32 + max, 0) <= 24_576, 'EIP-170')
      }
    })

  test('of what one token is asked are one', () => {
    const words = Array.from({ length: 6 }, () => question({ max: 96 }))
    assert.equal(partition([...words, question({ max: 2_048 }), question({ max: 2_048 })]).length, 1)
  })
})

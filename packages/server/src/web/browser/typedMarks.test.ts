import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { carries, createTypedMarks, createWordCount } from './typedMarks.ts'

describe('what is typed into a page', () => {
  const { phrase, sentence } = createTypedMarks()
  const text = phrase.join(' ')
  const base64 = Buffer.from(text).toString('base64')

  it('is a phrase and as many words that are none', () => {
    assert.deepEqual([phrase.length, sentence.length], [12, 12])
    assert.equal(carries(sentence.join(' '), phrase), false)
    assert.notDeepEqual(createTypedMarks().phrase, phrase)
  })

  const ways: [what: string, sent: string][] = [
    ['as it is', `{"v":"${text}"}`],
    ['word by word', JSON.stringify(phrase)],
    ['in an address', `https://else.example/p.gif?d=${encodeURIComponent(text)}`],
    ['in base64', base64],
    ['in base64 in an address', `?d=${encodeURIComponent(base64)}`],
    ['in hexadecimal', Buffer.from(text).toString('hex')],
    ['backwards', [...text].reverse().join('')],
  ]
  for (const [what, sent] of ways) it(`is recognised ${what}`, () => assert.equal(carries(sent, phrase), true))

  it('is not recognised in part, nor in other order', () => {
    assert.equal(carries(phrase.slice(0, 11).join(' '), phrase), false)
    assert.equal(carries('nothing of it', phrase), false)
  })
})

describe('words that leave one by one', () => {
  const { phrase } = createTypedMarks()

  it('are all there when each has left for the same host', () => {
    const count = createWordCount(phrase)
    const told = phrase.map((word) => count.add('one.example', `w=${word}`))
    assert.equal(told.at(-1), true)
    assert.equal(told[3], false)
  })

  it('are not, when they go to several hosts or are parts of other words', () => {
    const count = createWordCount(phrase)
    assert.ok(phrase.every((word, at) => !count.add(`${at % 3}.example`, word)))
    assert.ok(phrase.every((word) => !count.add('else.example', `x${word}x`)))
  })
})

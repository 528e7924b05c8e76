import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { english, mnemonicToAccount } from 'viem/accounts'
import { carriedIn, carriesDerived, createTypedMarks, createWordCount, readingsOf } from './typedMarks.ts'

describe('what is typed into a page', () => {
  const marks = createTypedMarks()
  const { phrase, phrases, sentence } = marks
  const carries = (sent: string) => carriedIn(readingsOf(sent), marks).includes('phrase')
  const derives = (sent: string) => carriesDerived(readingsOf(sent), marks)
  const text = phrase.join(' ')
  const base64 = Buffer.from(text).toString('base64')

  it('is a phrase and as many words that are none', () => {
    assert.deepEqual([phrase.length, sentence.length], [12, 12])
    assert.deepEqual(
      phrases.map(({ length }) => length),
      [12, 15, 18, 21, 24],
    )
    assert.deepEqual(
      marks.sentences.map((words) => new Set(words).size),
      [12, 15, 18, 21, 24],
    )
    assert.equal(carries(sentence.join(' ')), false)
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
  for (const [what, sent] of ways) it(`is recognised ${what}`, () => assert.equal(carries(sent), true))

  it('of a card is recognised as pages write it', () => {
    const groups = marks.card.match(/.{4}/g) ?? []
    for (const sent of [
      marks.card,
      groups.join(' '),
      groups.join('-'),
      `n=${groups.join('+')}`,
      btoa(`{"n":"${marks.card}"}`),
    ])
      assert.deepEqual(carriedIn(readingsOf(sent), marks), ['card'], sent)
    assert.deepEqual(carriedIn(readingsOf(marks.card.slice(0, 12)), marks), [])
  })

  it('is not recognised in part, nor in other order', () => {
    assert.equal(carries(phrase.slice(0, 11).join(' ')), false)
    assert.equal(carries('nothing of it'), false)
  })

  it('is recognised of any length, and a private key in any notation', () => {
    for (const one of phrases) assert.ok(carries(one.join('\n')), String(one.length))
    for (const sent of [
      marks.key,
      marks.key.slice(2).toUpperCase(),
      Buffer.from(marks.key.slice(2), 'hex').toString('base64'),
    ])
      assert.deepEqual(carriedIn(readingsOf(sent), marks), ['key'])
  })

  for (const at of [0, 4])
    it(`is recognised by what a wallet makes of it (${at === 0 ? 12 : 24} words)`, () => {
      const words = phrases[at] ?? []
      const key = Buffer.from(mnemonicToAccount(words.join(' ')).getHdKey().privateKey ?? [])
      const bytes = words.length === 12 ? 16 : 32
      const numbers = words.map((word) => english.indexOf(word))
      const entropy = Buffer.from(
        numbers
          .map((number) => number.toString(2).padStart(11, '0'))
          .join('')
          .slice(0, bytes * 8)
          .match(/.{8}/g)
          ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
      )
      for (const sent of [
        key.toString('hex'),
        `{"k":"0x${key.toString('hex').toUpperCase()}"}`,
        key.toString('base64'),
        entropy.toString('hex'),
        entropy.toString('base64url'),
        JSON.stringify(numbers),
        numbers.map((number) => number + 1).join(' '),
        JSON.stringify([...entropy]),
      ])
        assert.ok(derives(sent), sent)
      for (const other of [
        randomBytes(32).toString('hex'),
        JSON.stringify(numbers.slice(0, -1)),
        mnemonicToAccount(words.join(' ')).address,
      ])
        assert.ok(!derives(other), other)
    })
})

/** Marks whose phrases say each word once: a draw may repeat one. */
function marksOfDistinctWords(): ReturnType<typeof createTypedMarks> {
  const marks = createTypedMarks()
  return marks.phrases.every((words) => new Set(words).size === words.length) ? marks : marksOfDistinctWords()
}

describe('words that leave one by one', () => {
  const { phrase, phrases } = marksOfDistinctWords()
  const counted = (words: readonly (readonly string[])[]) => {
    const count = createWordCount(words)
    return { add: (host: string, sent: string) => count.add(host, readingsOf(sent)) }
  }

  it('are all there when each has left for the same host', () => {
    const count = counted([phrase])
    const told = phrase.map((word) => count.add('one.example', `w=${word}`))
    assert.equal(told.at(-1), true)
    assert.equal(told[3], false)
  })

  it('are not, when they go to several hosts or are parts of other words', () => {
    const count = counted([phrase])
    assert.ok(phrase.every((word, at) => !count.add(`${at % 3}.example`, word)))
    assert.ok(phrase.every((word) => !count.add('else.example', `x${word}x`)))
  })

  it('are all there when those of a longer phrase are, or its first twelve', () => {
    const count = counted(phrases)
    const long = phrases.at(-1) ?? []
    const told = long.map((word) => count.add('one.example', word))
    assert.deepEqual([told.at(-1), told[9]], [true, false])
  })
})

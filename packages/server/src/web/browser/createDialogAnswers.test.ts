import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDialogAnswers } from './createDialogAnswers.ts'
import { createTypedMarks } from './typedMarks.ts'

const marks = createTypedMarks()
const [sentence, phrase] = [marks.sentence.join(' '), marks.phrase.join(' ')]

test('a question is agreed to after a press, leaving always, and a message never', () => {
  const { answer } = createDialogAnswers(marks)
  const said = (['confirm', 'alert', 'beforeunload'] as const).map((type) => [
    answer(type, 'Go on?', false).accept,
    answer(type, 'Go on?', true).accept,
  ])
  assert.deepEqual(said, [
    [false, true],
    [false, false],
    [true, true],
  ])
})

test('a field gets ordinary words first, then a phrase; one for a key a key, one for a password a password', () => {
  const { answer, tookSentence, secretsAsked } = createDialogAnswers(marks)
  const types = (message: string) => answer('prompt', message, true).promptText
  assert.equal(tookSentence(), false)
  assert.deepEqual([types('Your recovery phrase?'), types('Your recovery phrase?')], [sentence, phrase])
  assert.deepEqual([tookSentence(), tookSentence()], [true, false])
  assert.deepEqual([types('Private key'), types('Private key')], [sentence, marks.key])
  assert.equal(types('Password'), marks.password)
  assert.deepEqual(secretsAsked(), ['Your recovery phrase?', 'Private key'])
})

test('a page that asks for ever is told no', () => {
  const { answer, hasMore } = createDialogAnswers(marks)
  assert.equal(hasMore(), false)
  const accepted = Array.from({ length: 12 }, () => answer('prompt', 'Name?', true).accept)
  assert.deepEqual([accepted[0], accepted.at(-1), hasMore()], [true, false, true])
})

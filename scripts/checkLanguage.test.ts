import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  detectorTexts,
  findCodeBreaches,
  findForbiddenWords,
  findRiddlesInComments,
  findRiddlesInMarkdown,
  findRiddlesInTestTitles,
  findSameTitles,
  findTitleBreaches,
  judge,
  readGlossary,
} from './checkLanguage.ts'

const GLOSSARY = `# Glossary

- **approval** (setApprovalForAll): An approval lets a spender move tokens.
- **counterparty** (counterparties): A counterparty pays an account.
- **mixer**: A mixer pools coins.
- **tx.origin**: The account that signed.
`

/** Source of a template, written so that it is none here. */
const SENTENCE = ['`$', '{name} may take all.`'].join('')

/** A detector file with this title and this description. */
function detector(title: string, description = SENTENCE): string {
  return `import { defineDetector } from '../../detector file.ts'
export default defineDetector({
  id: 'some-id',
  title: '${title}',
  why: 'It is plain.',
  advice:
    'Reject it.',
  detect: () => [{ description: ${description}, evidence: { by: 'anybody' } }],
})
`
}

/** Rules that a title breaks. */
function broken(title: string): string[] {
  const texts = detectorTexts('some-id.ts', detector(title))
  return findTitleBreaches(texts, readGlossary(GLOSSARY)).map(({ rule }) => rule)
}

test('the glossary is read with synonyms and irregular plurals', () => {
  assert.deepEqual(readGlossary(GLOSSARY), [
    'approval',
    'setApprovalForAll',
    'counterparty',
    'counterparties',
    'mixer',
    'tx.origin',
  ])
})

test('the texts of a detector are its members and the sentences in its code, with their lines', () => {
  assert.deepEqual(
    detectorTexts('some-id.ts', detector('Mixer contract')).map(({ line, member, text }) => [line, member, text]),
    [
      [4, 'title', 'Mixer contract'],
      [5, 'why', 'It is plain.'],
      [7, 'advice', 'Reject it.'],
      [8, 'sentence', '… may take all.'],
    ],
  )
})

test('a title is a noun phrase of two to seven words with a noun of the glossary', () => {
  assert.deepEqual(broken('Mixer contract'), [])
  assert.deepEqual(broken('Batch of approvals'), [])
  assert.deepEqual(broken('Use of tx.origin'), [])
  assert.deepEqual(broken('Mixer'), ['title of 2 to 7 words'])
  assert.deepEqual(broken('Mixer that hides where all of its coins came from'), ['title of 2 to 7 words'])
  assert.deepEqual(broken('It is a mixer'), ['title begins with a noun phrase'])
  assert.deepEqual(broken('Dangerous thing'), ['title holds a noun of docs/GLOSSARY.md'])
  assert.deepEqual(broken('Disapproval of remixers'), ['title holds a noun of docs/GLOSSARY.md'])
})

test('two detectors with one title are told', () => {
  const texts = ['a.ts', 'b.ts'].flatMap((file) => detectorTexts(file, detector('Mixer contract')))
  assert.deepEqual(
    findSameTitles(texts).map(({ file, line }) => `${file}:${line}`),
    ['b.ts:4'],
  )
})

test('riddles are told in each text, codes of one word are not', () => {
  const told = (description: string) =>
    findForbiddenWords(detectorTexts('some-id.ts', detector('Mixer contract', description))).map(({ rule }) => rule)
  assert.deepEqual(told(SENTENCE), [])
  assert.deepEqual(told("'Whoever has it may take all.'"), ['no “Whoever” in a text'])
  assert.deepEqual(told("'It is the one that takes all, of which'"), ['no “the one that” in a text'])
  assert.deepEqual(told("'What is sent there is lost.'"), ['no “What is sent there is” in a text'])
  assert.deepEqual(told("'Check what is on the list.'"), [])
})

test('breaches are allowed up to a number, which has to be lowered with them', () => {
  const breach = { file: 'a.ts', line: 1, rule: 'some rule', text: 'some text' }
  const rule = (found: number, allowed: number) => [
    { name: 'some rule', find: () => Array.from({ length: found }, () => breach), allowed },
  ]
  assert.deepEqual(judge(rule(0, 0)), [])
  assert.deepEqual(judge(rule(2, 2)), [])
  assert.deepEqual(judge(rule(1, 0)), [breach])
  assert.match(judge(rule(1, 2))[0]?.text ?? '', /1 breaches are left of 2 allowed/)
})

test('limits are MAX_ and MIN_, and literals are never spread', () => {
  const rules = (source: string) => findCodeBreaches('file.ts', source).map(({ line, rule }) => `${line} ${rule}`)
  assert.deepEqual(rules('const MOST_CALLS = 1\nconst MAX_CALLS = 2\nconst MOSTLY = 3'), ['1 limits are MAX_ and MIN_'])
  assert.deepEqual(rules('const one = { ...{ a: 1 }, b: 2 }'), ['1 members one by one, no spread of a literal'])
  assert.deepEqual(rules('const one = { ...rest, ...(known && { a }) }'), [])
})

test('comments are read, code and texts are not', () => {
  const source = [
    "const who = 'whoever'",
    '// Whoever asks is told.',
    '/** The caller is told. */',
    '/** Nobody is told. */',
    '/** Callers are `anyone` or `owner`. */',
    'ask()\t// of which one is new',
  ]
  assert.deepEqual(
    findRiddlesInComments('file.ts', source.join('\n')).map(({ line }) => line),
    [2, 4, 6],
  )
})

test('pages are read, code in them is not', () => {
  const page = [
    'Whoever asks is told.',
    '`unusedAccount` is a value.',
    '```',
    'whom',
    '```',
    'A table of which | rows',
    'The caller.',
  ]
  assert.deepEqual(
    findRiddlesInMarkdown('page.md', page.join('\n')).map(({ line }) => line),
    [1, 6],
  )
})

test('titles of tests are read, their code is not', () => {
  const source = "test('whoever asks', () => {})\ndescribe(`one of which`, () => {})\ntest('asks', () => say('nobody'))"
  assert.deepEqual(
    findRiddlesInTestTitles('file.test.ts', source).map(({ line }) => line),
    [1, 2],
  )
})

test("a name with a private word is a breach, the field's own are none", () => {
  const found = (name: string) => findCodeBreaches('a.ts', `const ${name} = 1`).map(({ rule }) => rule)
  for (const name of ['vouchedBy', 'anybody', 'MAX_KNOCKS', 'isSomebody'])
    assert.deepEqual(found(name), ["names are the field's, see docs/GLOSSARY.md"], name)
  for (const name of ['takingAmount', 'relayedCalls', 'relayer', 'voucherless']) assert.deepEqual(found(name), [], name)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownTexts } from './shownTexts.ts'

test('a document shows its text without tags and code, with spaces and without', () => {
  const html = '<p title="a<b">One <b>TWO</b></p><script>three</script><style>p{}</style>&amp; four'
  assert.deepEqual(shownTexts(html, []), ['onetwo&four', ' one two & four'])
})

test('what no person sees is left out once for each place', () => {
  assert.deepEqual(shownTexts('<p>visible 0xabc</p><i>hidden</i><p>0xabc</p>', ['hidden', '0xabc']), [
    'visible0xabc',
    ' visible 0xabc     ',
  ])
  // In whichever order they are told.
  assert.equal(shownTexts('<i>one</i>a<i>two</i>b<i>one</i>', ['two', 'one', 'one'])[0], 'ab')
  assert.equal(shownTexts('<p>text</p>', ['', ' ', 'absent'])[0], 'text')
})

test('a document that hides too much for the steps that are spent shows nothing', () => {
  assert.deepEqual(shownTexts('abcabcabc', ['c', 'x', 'y', 'z'], 20), [])
  assert.notDeepEqual(shownTexts('abcabcabc', ['c', 'x', 'y', 'z'], 200), [])
})

test('documents of any shape take a bounded time', () => {
  const letters = 400_000
  const absent = Array.from({ length: 200 }, (_, at) => `${'a'.repeat(1_000)}${at}`)
  const shapes: [string, string[]][] = [
    ['a'.repeat(letters), absent],
    ['ab '.repeat(letters / 3), Array.from({ length: 200 }, () => 'ab ab ')],
    ['<script '.repeat(letters / 8), []],
    ['<'.repeat(letters), []],
    [`${'<'.repeat(letters - 1)}>`, []],
    [`<b ${'x'.repeat(2_100)}>`.repeat(190), []],
  ]
  const ends = Array.from({ length: 200 }, () => 'aaaaaaab')
  shapes.push(['a'.repeat(letters), ends], ['aaaaaaa '.repeat(letters / 8), ends])
  const began = process.cpuUsage()
  for (const [html, hidden] of shapes) shownTexts(html, hidden)
  const { user, system } = process.cpuUsage(began)
  assert.ok(user + system < 4_000_000, `${user + system} µs of processor time`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { xmlAsHtml } from './contentOf.ts'

for (const [xml, html] of [
  [
    '<h:form xmlns:h="http://www.w3.org/1999/xhtml"><h:input/></h:form>',
    '<form xmlns:h="http://www.w3.org/1999/xhtml"><input/></form>',
  ],
  ['<title/><textarea name="a/>b"/><p>x</p>', '<title></title><textarea name="a/>b"></textarea><p>x</p>'],
  ['<script><![CDATA[a()]]></script>', '<script>a()</script>'],
  ['<p title="x">a: b</p>', '<p title="x">a: b</p>'],
] as const)
  test(xml, () => assert.equal(xmlAsHtml(xml), html))

test('however long its attributes are', () => {
  const long = `<title a="${'x'.repeat(9_000)}" ${'b'.repeat(5_000)}=""`
  assert.equal(xmlAsHtml(`${long}/>`), `${long}></title>`)
})

test('hostile XML is read in no time', () => {
  // Processor time: other work on the machine does not count.
  const before = process.cpuUsage()
  for (const part of [
    '<title ',
    '<title "',
    "<title a='",
    '<a:',
    '<![CDATA[',
    '<title/',
    `<script${' x="y"'.repeat(60)}`,
    `<title${' '.repeat(9_000)}`,
    `<title '"'"`,
    `<title "${'/'.repeat(5_000)}`,
  ])
    xmlAsHtml(part.repeat(500_000 / part.length))
  const { user } = process.cpuUsage(before)
  assert.ok(user < 3_000_000, `${user} µs`)
})

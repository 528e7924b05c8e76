import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredHandling } from '../parse/refuseUnknownMembers.ts'

for (const [header, handling] of [
  [undefined, null],
  ['', null],
  ['handling=lenient', 'lenient'],
  ['Handling = Lenient', 'lenient'],
  ['handling="lenient"', 'lenient'],
  ['handling="len\\ient"', 'lenient'],
  ['respond-async, wait=10,handling=lenient; reason="a, b; c"', 'lenient'],
  [['respond-async', 'handling=lenient'], 'lenient'],
  ['handling=strict, handling=lenient', 'strict'],
  ['foo="handling=lenient"', null],
  ['foo; handling=lenient', null],
  ['foo="a\\", handling=lenient"', null],
  ['handling', ''],
  ['handlinglenient', null],
  ['x-handling=lenient', null],
  ['lenient', null],
  [',;,=,"', null],
  ['handling=lenient"', 'lenient"'],
] as const)
  test(`${JSON.stringify(header)} asks for ${handling}`, () =>
    assert.equal(preferredHandling(header as string | string[] | undefined), handling))

test('a long hostile header is read in no time', () => {
  // Processor time: other work on the machine does not count.
  const before = process.cpuUsage()
  for (const part of ['"', '\\"', '",', ';"', '=', ',', '"\\']) preferredHandling(part.repeat(16_000 / part.length))
  const { user } = process.cpuUsage(before)
  assert.ok(user < 500_000, `${user} µs`)
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseRefresh } from './previewPage.ts'

describe('a declarative refresh', () => {
  const cases: [value: string, seconds: number | null, href: string | null][] = [
    ['0; url=https://a.test/', 0, 'https://a.test/'],
    ['5;URL="/next"', 5, '/next'],
    ["0;url='x'y", 0, "'x'y"],
    ['0, /next', 0, '/next'],
    ['0 next', 0, 'next'],
    ['30', 30, null],
    ['.5; url=/a', 0, '/a'],
    ['soon; url=/a', null, null],
    ['', null, null],
  ]
  for (const [value, seconds, href] of cases) {
    it(`"${value}" ${seconds === null ? 'is none' : `goes to ${href} after ${seconds} s`}`, () => {
      assert.deepEqual(parseRefresh(value), seconds === null ? null : { seconds, href })
    })
  }
})

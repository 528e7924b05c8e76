import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCookieJar } from './createVisitor.ts'

/** What a jar that was given `line` by `from` sends to `to`. */
function sent(from: string, line: string, to: string): string | undefined {
  const jar = createCookieJar()
  jar.keep(new URL(from), [line])
  return jar.header(new URL(to))
}

describe('cookies of a visit', () => {
  const cases: [from: string, line: string, to: string, header: string | undefined][] = [
    ['https://a.test/', 'seen=1; Path=/; HttpOnly', 'https://a.test/next', 'seen=1'],
    ['https://a.test/', 'seen=1', 'https://b.test/', undefined],
    ['https://www.a.test/', 'seen=1', 'https://a.test/', undefined],
    ['https://www.a.test/', 'seen=1; Domain=.a.test', 'https://shop.a.test/', 'seen=1'],
    ['https://a.test/', 'seen=1; Domain=b.test', 'https://b.test/', undefined],
    ['https://a.test/', 'seen=1; Domain=test', 'https://b.test/', undefined],
    ['https://a.test/', 'not a cookie', 'https://a.test/', undefined],
    ['https://a.test/', 'a=1\r\nx-injected: 1', 'https://a.test/', undefined],
  ]
  for (const [from, line, to, header] of cases) {
    it(`${from} sets "${line.slice(0, 30)}": ${to} is sent ${header ?? 'nothing'}`, () => {
      assert.equal(sent(from, line, to), header)
    })
  }

  it('counts only changes, and keeps at most fifty', () => {
    const jar = createCookieJar()
    const url = new URL('https://a.test/')
    jar.keep(url, ['a=1', 'a=1', 'a=2'])
    assert.equal(jar.changes(), 2)
    jar.keep(
      url,
      Array.from({ length: 100 }, (_, at) => `c${at}=1`),
    )
    assert.equal(jar.header(url)?.split('; ').length, 50)
  })
})

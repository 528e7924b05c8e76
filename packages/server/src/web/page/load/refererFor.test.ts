import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refererFor } from './loadScripts.ts'

const PAGE = 'https://name:word@a.test/reset?token=secret#part'

describe('the referer of a request that a page makes', () => {
  const cases: [what: string, to: string, page: string, referer: string | null][] = [
    ['its own origin is told the address', 'https://a.test/app.js', PAGE, 'https://a.test/reset?token=secret'],
    ['a subdomain is told the origin', 'https://cdn.a.test/app.js', PAGE, 'https://a.test/'],
    ['another port is another origin', 'https://a.test:8443/app.js', PAGE, 'https://a.test/'],
    ['a third party is told the origin', 'https://b.test/app.js', PAGE, 'https://a.test/'],
    ['nothing is told in the clear', 'http://a.test/app.js', PAGE, null],
    ['what was in the clear may stay so', 'http://b.test/app.js', 'http://a.test/x', 'http://a.test/'],
  ]
  for (const [what, to, page, referer] of cases)
    it(what, () => assert.equal(refererFor(new URL(to), new URL(page)), referer))
})

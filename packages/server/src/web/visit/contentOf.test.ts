import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentOf } from './contentOf.ts'

const of = (headers: Record<string, string>, body = 'x', url = 'https://a.test/files/setup%20now.exe?x') =>
  contentOf(headers, new URL(url), Buffer.from(body))

describe('what an answer holds', () => {
  it('is HTML by its type, or by its beginning where there is none', () => {
    assert.deepEqual(of({ 'content-type': 'Text/HTML; charset=utf-8' }), {
      type: 'text/html',
      isHtml: true,
      download: null,
    })
    assert.equal(of({}, '  <!DOCTYPE html><p>').isHtml, true)
    assert.equal(of({}, 'just words').isHtml, false)
    assert.equal(of({ 'content-type': 'text/plain' }, '<html>').isHtml, false)
    assert.equal(of({ 'content-type': 'image/svg+xml' }, '<svg>').isHtml, true)
  })

  const downloads: [headers: Record<string, string>, name: string | null][] = [
    [{ 'content-type': 'application/octet-stream' }, 'setup now.exe'],
    [{ 'content-type': 'application/json' }, null],
    [{ 'content-type': 'application/pdf' }, null],
    [{ 'content-type': 'text/html', 'content-disposition': 'attachment; filename="a b.html"' }, 'a b.html'],
    [{ 'content-type': 'text/html', 'content-disposition': "attachment; filename*=UTF-8''%E2%82%AC.exe" }, '€.exe'],
    [{ 'content-type': 'text/html', 'content-disposition': 'inline; filename=a.html' }, null],
    [{ 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="a\u202egpj.exe"' }, 'agpj.exe'],
  ]
  for (const [headers, name] of downloads) {
    it(`${JSON.stringify(headers)} is ${name === null ? 'shown' : `saved as ${name}`}`, () => {
      assert.equal(of(headers).download, name)
    })
  }
})

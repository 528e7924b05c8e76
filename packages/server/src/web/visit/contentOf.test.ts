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
      isXml: false,
      field: 'text/html; charset=utf-8',
      download: null,
    })
    assert.equal(of({}, '  <!DOCTYPE html><p>').isHtml, true)
    assert.equal(of({}, 'just words').isHtml, false)
    assert.equal(of({ 'content-type': 'text/plain' }, '<html>').isHtml, false)
    assert.equal(of({ 'content-type': 'image/svg+xml' }, '<svg>').isHtml, true)
  })

  const page = '<!doctype html><form>'
  const xml = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'
  const disguised: [headers: Record<string, string>, body: string][] = [
    [{ 'content-type': 'text/plain, text/html' }, page],
    [{ 'content-type': 'text/plain;x=",", text/html; charset=utf-8' }, page],
    [{ 'content-type': 'text/html, */*' }, page],
    [{ 'content-type': 'unknown/unknown' }, page],
    [{ 'content-type': 'application/unknown' }, page],
    [{ 'content-type': 'html' }, ' '.repeat(1_000) + page],
    [{}, `<!-- ${'x'.repeat(2_000)} -->${page}`],
    [{}, `<font>${page}`],
    [{}, xml],
    [{ 'content-type': 'text/xml; charset=utf-8' }, xml],
    [{ 'content-type': 'application/xml' }, xml],
    [{ 'content-type': 'application/rss+xml' }, xml],
  ]
  for (const [headers, body] of disguised)
    it(`${JSON.stringify(headers)} with ${body.trim().slice(0, 20)} is a page, as browsers take it`, () => {
      const { isHtml, download } = of(headers, body)
      assert.deepEqual([isHtml, download], [true, null])
    })

  for (const [field, read] of [
    ['text/plain;charset=utf-16le, text/html', 'text/html'],
    ['text/html;charset=utf-16le, text/html; charset=utf-8', 'text/html; charset=utf-8'],
    ['text/html;charset=koi8-r, text/html', 'text/html; charset=koi8-r'],
    ['text/html; x=";charset=utf-16le"', 'text/html'],
    ['text/html; charset="shift_jis"; charset=utf-16le', 'text/html; charset=shift_jis'],
    ['html', null],
  ] as const)
    it(`${field} counts as ${read}`, () => assert.equal(of({ 'content-type': field }, page).field, read))

  it('what browsers show as text, or save, is none', () => {
    for (const type of ['text/plain', 'application/json', 'text/html, text/plain', 'text/plain; x="a, text/html"'])
      assert.deepEqual(
        [of({ 'content-type': type }, page).isHtml, of({ 'content-type': type }, page).download],
        [false, null],
        type,
      )
    assert.equal(of({ 'content-type': 'text/html, application/zip' }, page).download, 'setup now.exe')
    assert.equal(of({}, 'a < b, says the text').isHtml, false)
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

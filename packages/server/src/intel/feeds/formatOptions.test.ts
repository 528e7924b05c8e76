import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FormatOptions, LIST_FORMATS, type ListFormat } from '../ports.ts'
import { wrongOption } from './newSource.ts'

describe('options of a list', () => {
  const right: [ListFormat, FormatOptions][] = [
    ['lines', {}],
    ['lines', { chain: 'bsc' }],
    ['csv', { column: '2', nameColumn: 'who', labelColumn: '4', delimiter: '\t', chain: 'ethereum' }],
    ['json-path', { path: 'data.*.items', column: 'address' }],
    ['csv', {}],
    ['yaml-list', { path: 'deny' }],
    ['ofac-xml', {}],
  ]
  for (const [format, options] of right) {
    test(`${format} takes ${JSON.stringify(options)}`, () => assert.equal(wrongOption(format, options), null))
  }

  const wrong: [ListFormat, FormatOptions, keyof FormatOptions, RegExp][] = [
    ['hosts', { chain: 'bsc' }, 'chain', /hosts has no use/],
    ['lines', { path: 'a' }, 'path', /lines has no use/],
    ['json-path', { path: 'a', delimiter: ';' }, 'delimiter', /no use/],
    ['json-path', {}, 'path', /needs it/],
    ['csv', { column: '' }, 'column', /1 to 200/],
    ['csv', { column: 'a'.repeat(201) }, 'column', /1 to 200/],
    ['csv', { column: '1', delimiter: '"' }, 'delimiter', /no quote/],
    ['csv', { column: '1', delimiter: '\n' }, 'delimiter', /one character/],
    ['csv', { column: '1', delimiter: ';;' }, 'delimiter', /one character/],
  ]
  for (const [format, options, field, message] of wrong) {
    test(`${format} refuses ${JSON.stringify(options).slice(0, 60)}`, () => {
      const problem = wrongOption(format, options)
      assert.equal(problem?.field, field)
      assert.match(problem?.message ?? '', message)
    })
  }

  test('no format takes everything', () => {
    const all = { path: 'a', column: 'b', nameColumn: 'c', labelColumn: 'd', delimiter: ';', chain: 'bsc' } as const
    for (const format of LIST_FORMATS) assert.notEqual(wrongOption(format, all), null, format)
  })
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LIST_FORMATS, LIST_LABELS } from '../ports.ts'
import { newSource, wrongOption } from './newSource.ts'
import { RECOMMENDED } from './recommended.ts'

const HOUR = 3_600_000
const samples = `${import.meta.dirname}/../importers/samples`

for (const source of RECOMMENDED) {
  const { id, location, homepage, licence, why, refreshMs, format, options, label, free } = source

  test(`${id}: an operator can tell what it is, where it comes from and on what terms`, () => {
    assert.ok(licence.length > 2)
    assert.equal(new URL(location).protocol, 'https:')
    assert.equal(new URL(homepage).protocol, 'https:')
    assert.match(why, /^[A-Z].{30,}\.$/)
    assert.equal(free, !/non-commercial|none stated/i.test(licence))
  })

  test(`${id}: a schedule that its server can bear and a sanctions list can be believed by`, () => {
    assert.ok(refreshMs >= HOUR / 4 && refreshMs <= 24 * HOUR)
    if (label === 'sanctioned') assert.ok(refreshMs <= 12 * HOUR)
  })

  test(`${id}: is accepted as if an operator had added it`, async () => {
    assert.ok(LIST_FORMATS.includes(format) && LIST_LABELS.includes(label))
    assert.equal(wrongOption(format, options), null)
    const { homepage: _, why: __, free: ___, ...request } = source
    assert.deepEqual(await newSource(request, []), { churns: false, ...request })
  })

  test(`${id}: has a sample of its shape, in which its options find something`, () => {
    const file = readdirSync(samples).find((name) => name.startsWith(`${id}.`))
    assert.ok(file, `no sample of ${id}`)
    const text = readFileSync(`${samples}/${file}`, 'utf8')
    if (format === 'json-path') assert.ok(JSON.parse(text)[options.path ?? ''].length > 0)
    if (format === 'json-array') assert.ok(JSON.parse(text).length > 0)
    if (format === 'csv')
      assert.ok(
        text
          .split('\n')[0]
          ?.split(',')
          .includes(options.column ?? ''),
      )
    if (format === 'hosts') assert.match(text, /^0\.0\.0\.0 \S+$/m)
    if (format === 'ofac-xml') assert.match(text, /<idType>Digital Currency Address - ETH<\/idType>/)
  })
}

test('lists of what is online now turn over between two looks, and no other does', () =>
  assert.deepEqual(
    RECOMMENDED.filter(({ churns }) => churns).map(({ id }) => id),
    ['urlhaus-filter', 'openphish'],
  ))

test('ids are unique, and the sanctions list is the only one of its kind and needs no consent', () => {
  const ids = RECOMMENDED.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const sanctions = RECOMMENDED.filter(({ label }) => label === 'sanctioned')
  assert.deepEqual(
    sanctions.map(({ id, free }) => [id, free]),
    [['ofac-sdn', true]],
  )
})

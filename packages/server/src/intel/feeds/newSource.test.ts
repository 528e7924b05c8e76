import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { IntelSource } from '../ports.ts'
import { newSource, type SourceRequest, SourceRequestError } from './newSource.ts'

const HOUR = 3_600_000
const REQUEST: SourceRequest = { location: 'https://lists.example/x', format: 'lines', label: 'scammer', options: {} }
const make = (changes: Partial<SourceRequest> = {}, known: readonly { id: string }[] = []) =>
  newSource({ ...REQUEST, ...changes }, known as IntelSource[])
const named = (...ids: string[]) => ids.map((id) => ({ id }))

describe('a list to add', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'redoubt-new-source-'))
    writeFileSync(join(folder, 'Bad Hosts.v2.txt'), '')
  })
  after(() => rmSync(folder, { recursive: true }))

  test('what is left out gets a default', async () => {
    assert.deepEqual(await make(), {
      id: 'lists-example',
      title: 'lists.example',
      location: 'https://lists.example/x',
      format: 'lines',
      options: {},
      label: 'scammer',
      confidence: 'medium',
      licence: null,
      refreshMs: 6 * HOUR,
      churns: false,
    })
  })

  test('its id comes from the host, never from a path that may hold a key', async () => {
    const ids: [string, string][] = [
      ['https://www.Treasury.example/ofac/sdn.xml', 'treasury-example'],
      ['https://user:secret@api.example:8443/KEY?k=KEY#KEY', 'api-example'],
      ['http://[::1]:80/', '1'],
      ['https://recommended/', 'list'],
      [`https://${'a'.repeat(63)}.example/`, 'a'.repeat(60)],
    ]
    for (const [location, id] of ids) assert.equal((await make({ location })).id, id, location)
  })

  test('or from the name of the file, whose path becomes absolute', async () => {
    const path = join(folder, 'Bad Hosts.v2.txt')
    const source = await make({ location: relative(process.cwd(), path) })
    assert.deepEqual([source.id, source.title, source.location], ['bad-hosts-v2-txt', 'Bad Hosts.v2.txt', path])
  })

  test('a taken id gets a number; one that was asked for is refused', async () => {
    assert.equal((await make({}, named('lists-example', 'lists-example-2'))).id, 'lists-example-3')
    await assert.rejects(make({ id: 'mine' }, named('mine')), /already/)
    assert.equal((await make({ id: 'mine' })).id, 'mine')
  })

  test('text that will be shown is cleaned, and a title shows what it hides', async () => {
    const { title, licence } = await make({ title: ' Bad\u202e\n list ', licence: '\u200b' })
    assert.deepEqual([title, licence], ['Bad[U+202E] list', null])
  })

  test('sanctions are asked for at least daily, half of what they are believed for', async () => {
    assert.ok((await make({ label: 'sanctioned' })).refreshMs <= 12 * HOUR)
    await make({ label: 'sanctioned', refreshMs: 24 * HOUR })
    await assert.rejects(make({ label: 'sanctioned', refreshMs: 25 * HOUR }), /48 hours/)
    await make({ label: 'scammer', refreshMs: 25 * HOUR })
  })

  const refused: [string, Partial<SourceRequest>, SourceRequestError['field'], RegExp][] = [
    ['another scheme', { location: 'ftp://lists.example/x' }, 'location', /http:\/\/ or https:\/\//],
    ['a URL that is none', { location: 'https://' }, 'location', /http:\/\//],
    ['credentials that cannot be decoded', { location: 'https://us%er:p@lists.example/x' }, 'location', /written %25/],
    ['a file: URL', { location: 'file:///etc/passwd' }, 'location', /file of this machine/],
    ['a URL without end', { location: `https://x.example/${'a'.repeat(3000)}` }, 'location', /2048/],
    ['a file that is missing', { location: './nowhere.txt' }, 'location', /there is no file \/.*nowhere\.txt/],
    ['a folder', { location: tmpdir() }, 'location', /no plain file/],
    ['a device', { location: '/dev/zero' }, 'location', /no plain file/],
    ['an id in capitals', { id: 'Mine' }, 'id', /lower-case/],
    ['an id that enable means something else by', { id: 'recommended' }, 'id', /lower-case/],
    ['an id without end', { id: 'a'.repeat(65) }, 'id', /64/],
    ['a schedule of seconds', { refreshMs: 1000 }, 'refreshMs', /one minute/],
    ['a schedule of months', { refreshMs: 31 * 24 * HOUR }, 'refreshMs', /thirty days/],
    ['an option without use', { options: { column: 'a' } }, 'column', /lines has no use for it/],
  ]
  for (const [what, changes, field, message] of refused) {
    test(`${what} is refused, naming the field`, async () => {
      await assert.rejects(make(changes), (error) => {
        assert.ok(error instanceof SourceRequestError)
        assert.equal(error.field, field)
        assert.match(error.message, message)
        return true
      })
    })
  }

  test('at most 200 lists', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `l${index}`)
    await assert.rejects(make({}, named(...ids)), /200 lists already/)
    await make({}, named(...ids.slice(1)))
  })
})

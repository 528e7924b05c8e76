import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fingerprintsOf } from '../lookup/fingerprintsOf.ts'
import type { ListFormat, ListLabel } from '../ports.ts'
import { importList } from './importList.ts'
import { LIMITS } from './limits.ts'

const folder = mkdtempSync(join(tmpdir(), 'redoubt-import-'))
after(() => rmSync(folder, { recursive: true }))
const MB = 1024 * 1024
const forever = new AbortController().signal

function list(name: string, format: ListFormat = 'lines', label: ListLabel = 'phishing') {
  return { file: join(folder, name), format, options: {}, label }
}

function written(name: string, text: string, format?: ListFormat) {
  const request = list(name, format)
  writeFileSync(request.file, text)
  return request
}

/** Lines until `bytes` are written; a million characters at a time. */
function generated(
  name: string,
  { bytes, line }: { bytes: number; line: (index: number) => string },
  format?: ListFormat,
) {
  const request = list(name, format)
  const file = openSync(request.file, 'w')
  let index = 0
  for (let size = 0; size < bytes; ) {
    let text = ''
    while (text.length < MB) text += `${line(index++)}\n`
    size += writeSync(file, text)
  }
  closeSync(file)
  return { request, lines: index }
}

test('a list comes back whole from the thread: kinds, networks, labels, names, fingerprints, refusals', async () => {
  const A = `0x${'aB'.repeat(20)}`
  const text = JSON.stringify({
    [`eip155:56:${A}`]: { name: 'Sample 1', labels: ['hacker'] },
    [A]: ['mixer'],
    'evil.example': null,
    'https://x.com/thief': 'Thief',
    ['0f'.repeat(32)]: 1,
    'github.com': 1,
  })
  const { entries, fingerprints, refused } = await importList(written('kinds.json', text, 'json-map'), forever)
  const address = { kind: 'address', value: A.toLowerCase() }
  assert.deepEqual(entries, [
    { ...address, chain: 'bsc', label: 'hacker', name: 'Sample 1' },
    { ...address, chain: null, label: 'mixer', name: null },
    { kind: 'host', value: 'evil.example', chain: null, label: 'phishing', name: null },
    { kind: 'url', value: 'x.com/thief', chain: null, label: 'phishing', name: 'Thief' },
    { kind: 'hash', value: '0f'.repeat(32), chain: null, label: 'phishing', name: null },
  ])
  assert.deepEqual(fingerprints, fingerprintsOf(entries))
  assert.deepEqual(refused, [{ reason: 'shared-host', count: 1, example: 'github.com' }])
})

test('some batches arrive in order, and the service keeps answering meanwhile', async () => {
  const text = Array.from({ length: 20_001 }, (_, index) => `host-${index}.example`).join('\n')
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const { entries, fingerprints } = await importList(written('batches.txt', text), forever)
  clearInterval(timer)
  assert.deepEqual(
    entries.map(({ value }) => value),
    text.split('\n'),
  )
  assert.equal(fingerprints.length, 20_001 * 8)
  assert.ok(turns > 10, `${turns} turns`)
})

test('20 MB of repeated hosts cost the process far less than 20 MB a copy', async () => {
  const size = { bytes: 20 * MB, line: (index: number) => `0.0.0.0 host-${index % 1000}.evil.example` }
  const { request } = generated('repeated.hosts', size, 'hosts')
  const before = process.memoryUsage().rss
  let max = 0
  const timer = setInterval(() => {
    max = Math.max(max, process.memoryUsage().rss)
  }, 5)
  const { entries } = await importList(request, forever)
  clearInterval(timer)
  assert.equal(entries.length, 1000)
  assert.ok(max - before < 150 * MB, `${Math.round((max - before) / MB)} MB`)
})

test('more than a million entries are refused', async () => {
  const line = (index: number) => `h${index}.example`
  const { request, lines } = generated('million.txt', { bytes: 17 * MB, line })
  assert.ok(lines > LIMITS.entries)
  await assert.rejects(importList(request, forever), { name: 'ImportError', message: /has over 1000000 entries/ })
})

test('a file over 256 MB is refused, YAML over 64 MB', async () => {
  for (const [format, limit] of [
    ['hosts', 256],
    ['yaml-list', 64],
  ] as const) {
    const request = written(`huge.${format}`, `${'# remark\n'.repeat(1000)}`, format)
    truncateSync(request.file, limit * MB + 1)
    const message = `The file is over ${limit} MB, the most that a ${format} list may have.`
    await assert.rejects(importList(request, forever), { name: 'ImportError', message })
  }
})

test('a bomb of 10 million JSON objects takes one thread, not the process', async () => {
  const { request } = generated('bomb.json', { bytes: 30 * MB, line: () => ',{}'.repeat(1000) }, 'json-array')
  writeFileSync(request.file, '[', { flag: 'r+' })
  await assert.rejects(importList(request, forever), { name: 'ImportError', message: /JSON ends early/ })
})

test('a list that needs too much memory ends its thread and nothing else', async () => {
  const line = (index: number) => `a-rather-long-host-name-of-a-hostile-list-${index}.example`
  const { request } = generated('memory.txt', { bytes: 16 * MB, line })
  await assert.rejects(importList(request, forever, { milliseconds: 60_000, heapMb: 16 }), {
    name: 'ImportError',
    message: 'Reading the lines list takes over 16 MB of memory; take a shorter one.',
  })
})

test('a list that takes too long ends its thread', async () => {
  const { request } = generated('slow.txt', { bytes: 8 * MB, line: (index) => `host-${index}.example` })
  await assert.rejects(importList(request, forever, { milliseconds: 20, heapMb: 512 }), {
    name: 'ImportError',
    message: 'Reading the lines list takes over 0.02 s; take a shorter one.',
  })
})

test('an import that is aborted stops with the reason given', async () => {
  const reason = new Error('the server stops')
  await assert.rejects(importList(written('a.txt', 'a.example'), AbortSignal.abort(reason)), reason)
  const controller = new AbortController()
  const { request } = generated('aborted.txt', { bytes: 8 * MB, line: (index) => `host-${index}.example` })
  // Long before a thread has read it.
  setTimeout(() => controller.abort(reason), 20)
  await assert.rejects(importList(request, controller.signal), reason)
})

test('a pipe without a writer, a device and a folder are no lists', async () => {
  const pipe = list('pipe')
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe.file])
  for (const file of [pipe.file, '/dev/zero', folder]) {
    const error = { name: 'ImportError', message: 'The list is not a regular file.' }
    await assert.rejects(importList({ ...pipe, file }, forever), error)
  }
})

test('a file that is not there is named', async () => {
  await assert.rejects(importList(list('missing.txt'), forever), { code: 'ENOENT', message: /missing\.txt/ })
})

test('what the thread finds wrong is said as it was found', async () => {
  await assert.rejects(importList(written('page.txt', '<html>evil.example'), forever), {
    name: 'ImportError',
    message: /^The file is an HTML page/,
  })
})

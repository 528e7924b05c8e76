import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readHosts } from './readHosts.ts'

test('rows are read by the names of their columns, and what no URL can hold is left out', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-hosts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'hosts.csv.gz')
  const lines = [
    'label,host,first_seen,sources,category',
    '1,Evil.example,2024-01-02,a|b,phish',
    '0,a b,,c,dev',
    '0,b.example,,c,dev',
  ]
  writeFileSync(file, gzipSync(lines.join('\n')))
  const [first, second, ...more] = await readHosts(file)
  assert.deepEqual(
    [first?.host, first?.phishing, first?.seen, first?.sources],
    ['evil.example', true, '2024-01-02', ['a', 'b']],
  )
  assert.deepEqual([second?.host, second?.phishing, second?.category], ['b.example', false, 'dev'])
  assert.deepEqual(more, [])
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type ProcessEntry, processesNaming, processTree } from './processTree.ts'

const entry = (pid: number, parent: number, group = 0): ProcessEntry => ({ pid, parent, group, residentBytes: 1 })
const pids = (root: number, all: ProcessEntry[]) =>
  processTree(root, all)
    .map(({ pid }) => pid)
    .sort((a, b) => a - b)

test('children and their children belong to a process, in whatever order they are listed', () => {
  assert.deepEqual(pids(10, [entry(30, 20), entry(20, 10), entry(10, 1), entry(99, 1)]), [10, 20, 30])
})

test('so does who is in its group and was left by its parent', () => {
  assert.deepEqual(pids(10, [entry(10, 1, 10), entry(20, 1, 10), entry(30, 20), entry(40, 1, 40)]), [10, 20, 30])
})

test('a process that is gone has no tree', () => {
  assert.deepEqual(pids(10, [entry(99, 1)]), [])
})

// Linux counts the pages of a process in batches for each processor: of a small program it may say none, of a large one it is exact
// enough.
test('running processes are found, with the memory they hold', { skip: process.platform !== 'linux' }, async () => {
  const held = 'const held = Buffer.alloc(128 * 2 ** 20, 1); console.log("up"); setInterval(() => held.length, 1e6)'
  const child = spawn('/bin/sh', ['-c', '"$0" -e "$1" & wait', process.execPath, held], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  const tree = processTree(child.pid ?? 0)
  assert.equal(tree.length, 2)
  const residentBytes = tree.reduce((sum, one) => sum + one.residentBytes, 0)
  assert.ok(residentBytes > 128 * 2 ** 20 && residentBytes < 2 ** 30, `${residentBytes} bytes`)
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await once(child, 'close')
  // Who was killed closes its files a moment before it is gone: the test ends by its time-out if it never is.
  while (processTree(child.pid ?? 0).length > 0) await setTimeout(5)
})

test('a process is found by the folder in its command line, under any parent', {
  skip: process.platform !== 'linux',
}, async () => {
  const name = `/nowhere/${crypto.randomUUID()}`
  // It waits in the shell itself: a child would bear its name between fork and exec.
  const child = spawn('/bin/sh', ['-c', 'echo up; read line', name], { stdio: ['pipe', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  assert.deepEqual(processesNaming(name), [child.pid])
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.deepEqual(processesNaming(name), [])
})

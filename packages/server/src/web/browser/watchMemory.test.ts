import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { watchMemory } from './watchMemory.ts'

const MIB = 2 ** 20
const skip = process.platform !== 'linux'

/** A shell whose child takes memory when it is told how much. */
async function start(): Promise<ChildProcess> {
  const program =
    'const held = []; process.stdin.on("data", (said) => held.push(Buffer.alloc(Number(said), 1))); console.log("up")'
  const child = spawn('/bin/sh', ['-c', '"$0" -e "$1"; exit', process.execPath, program], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

test('the browser that holds too much is named, also by what it took after other looks; the one beside it is not', {
  skip,
}, async () => {
  const [large, small] = [await start(), await start()]
  const named: string[] = []
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  const ends = [
    watchMemory(small.pid as number, 700 * MIB, () => named.push('small')),
    watchMemory(large.pid as number, 300 * MIB, () => {
      named.push('large')
      see()
    }),
  ]
  await setTimeout(500)
  assert.deepEqual(named, [])
  large.stdin?.write(String(400 * MIB))
  await seen
  assert.deepEqual(new Set(named), new Set(['large']))
  for (const end of ends) end()
  const before = named.length
  await setTimeout(400)
  assert.equal(named.length, before, 'a watch that has ended names no browser')
  for (const { pid } of [large, small]) process.kill(-(pid as number), 'SIGKILL')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawFlames } from './drawFlames.ts'
import { flameTree, partsOf } from './flameTree.ts'

const frame = (functionName: string, url: string) => ({
  functionName,
  url,
  scriptId: '0',
  lineNumber: 0,
  columnNumber: 0,
})
const PROFILE = {
  startTime: 0,
  endTime: 100,
  nodes: [
    { id: 1, callFrame: frame('(root)', ''), children: [2, 3, 4] },
    { id: 2, callFrame: frame('scan', 'file:///srv/packages/server/src/usecases/scans/scan.ts'), children: [5] },
    { id: 3, callFrame: frame('scan', 'file:///srv/packages/server/src/usecases/scans/scan.ts'), children: [6] },
    { id: 4, callFrame: frame('(idle)', '') },
    { id: 5, callFrame: frame('encode', 'file:///srv/node_modules/viem/abi/encode.js') },
    { id: 6, callFrame: frame('encode', 'file:///srv/node_modules/viem/abi/encode.js') },
  ],
  samples: [2, 5, 6, 4, 3],
  timeDeltas: [1_000, 2_000, 3_000, 90_000, 4_000],
}

test('the same call is one frame, with the time of all below, and idle time is none', () => {
  const tree = flameTree(PROFILE)
  assert.equal(tree.micros, 10_000)
  const [scan, ...others] = tree.calls
  assert.deepEqual([scan?.name, scan?.micros, others], ['scan', 10_000, []])
  assert.deepEqual(scan?.calls, [{ name: 'encode', file: 'viem/abi/encode.js', micros: 5_000, calls: [] }])
})

test('parts are folders of ours and packages, by their own time of one scan', () => {
  assert.deepEqual(partsOf(flameTree(PROFILE), 2), [
    ['server/usecases/scans', 2.5],
    ['viem', 2.5],
  ])
})

test('a drawing has a frame for each function, and says shares', () => {
  const drawn = drawFlames(flameTree(PROFILE), 'a <scan>')
  assert.match(drawn, /<title>encode viem\/abi\/encode\.js 50 %<\/title>/)
  assert.match(drawn, /a &lt;scan&gt;/)
  assert.equal(drawn.match(/<g>/g)?.length, 3)
})

import type { Profiler } from 'node:inspector'

/** A function with what it called: microseconds of processor time, all below included. */
export type Flame = { name: string; file: string; micros: number; calls: Flame[] }

/** Time in which the thread had nothing to do. */
const AWAY: ReadonlySet<string> = new Set(['(idle)', '(program)'])

/** Builds the tree of calls from V8's profile: its samples by node, with the time since the sample before. */
export function flameTree({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Flame {
  const own = new Map<number, number>()
  for (const [at, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + Math.max(0, timeDeltas[at] ?? 0))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const build = (id: number): Flame => {
    const node = byId.get(id)
    if (node === undefined) throw new Error(`the profile names a node ${id} that it does not have`)
    const { functionName, url } = node.callFrame
    const calls = merged((node.children ?? []).map(build).filter(({ name }) => !AWAY.has(name)))
    const below = calls.reduce((sum, { micros }) => sum + micros, 0)
    return { name: functionName || '(anonymous)', file: fileOf(url), micros: (own.get(id) ?? 0) + below, calls }
  }
  const [root] = nodes
  if (root === undefined) throw new Error('the profile is empty')
  return build(root.id)
}

/** Calls of one function by one other are one frame. */
function merged(flames: readonly Flame[]): Flame[] {
  const groups = Map.groupBy(flames, ({ name, file }) => `${name} ${file}`)
  return [...groups.values()].map((group) => {
    const [first] = group
    if (first === undefined || group.length === 1) return first as Flame
    const micros = group.reduce((sum, one) => sum + one.micros, 0)
    return { ...first, micros, calls: merged(group.flatMap(({ calls }) => calls)) }
  })
}

/** Path inside of the repository, a package's name, or `node:…`. */
function fileOf(url: string): string {
  const path = url.replace(/^file:\/\//, '')
  const installed = path.lastIndexOf('/node_modules/')
  if (installed !== -1) return path.slice(installed + '/node_modules/'.length)
  const own = path.indexOf('/packages/')
  return own === -1 ? path : path.slice(own + '/packages/'.length)
}

/** Milliseconds by part of the program, of each part's own time, largest first. */
export function partsOf(tree: Flame, times: number): [part: string, ms: number][] {
  const sums = new Map<string, number>()
  const add = (flame: Flame): void => {
    const below = flame.calls.reduce((sum, { micros }) => sum + micros, 0)
    const part = partOf(flame)
    sums.set(part, (sums.get(part) ?? 0) + flame.micros - below)
    for (const call of flame.calls) add(call)
  }
  add(tree)
  return [...sums]
    .map(([part, micros]): [string, number] => [part, Math.round(micros / times / 10) / 100])
    .filter(([, ms]) => ms > 0)
    .toSorted(([, a], [, b]) => b - a)
}

function partOf({ name, file }: Flame): string {
  if (name === '(garbage collector)') return 'garbage collector'
  if (file === '' || file.startsWith('node:')) return 'node'
  const [head = '', ...rest] = file.split('/')
  if (head.startsWith('@')) return `${head}/${rest[0]}`
  if (rest[0] !== 'src') return head
  return rest.length > 2 ? `${head}/${rest[1]}${rest.length > 3 ? `/${rest[2]}` : ''}` : head
}

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { useDescriptors } from '../../src/evm/decode/clear/descriptors/descriptorIndex.ts'
import { readDescriptors } from '../../src/evm/decode/clear/descriptors/readDescriptors.ts'
import { type DescribedCase, judgeDescribed } from './judgeDescribed.ts'

type Count = { cases: number; exact: number; unitKnown: number; wrong: number; unavailable: number }

/**
 * What the ERC-7730 descriptors of a set make of its cases, every text held against the expectation: the registry's cases, the cases of
 * `test.jsonl.gz` with version-2 expectations, and the part of the specification's suite. Null for a set that DIR lacks.
 */
export async function describedSets(folder: string): Promise<Record<'registry' | 'v2' | 'suite', Count | null>> {
  const [registry, v2] = await Promise.all(
    ['registry.jsonl.gz', 'test-v2.jsonl.gz'].map((name) => cases(join(folder, name))),
  )
  const published = await withArchive(join(folder, 'descriptors.tar.gz'), async (root) => {
    useDescriptors((await readDescriptors(root)).descriptors)
    return { registry: registry && (await count('registry', registry)), v2: v2 && (await count('v2', v2)) }
  })
  const suite = await withArchive(join(folder, 'spec-tests.tar.gz'), async (root) => {
    const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.tests.json'))
    const total: Count = { cases: 0, exact: 0, unitKnown: 0, wrong: 0, unavailable: 0 }
    for (const name of names.sort()) {
      const path = join(root, name)
      const file = JSON.parse(await readFile(path, 'utf8')) as { tests: DescribedCase[] } & DescribedCase
      useDescriptors((await readDescriptors(join(path, '..', '..', 'descriptors'))).descriptors)
      const own = await count(
        'suite',
        file.tests.map((one) => ({ dataProvider: file.dataProvider ?? {}, ...one })),
      )
      for (const member of Object.keys(total) as (keyof Count)[]) total[member] += own[member]
    }
    return total
  })
  useDescriptors([])
  return { registry: published?.registry ?? null, v2: published?.v2 ?? null, suite }
}

async function count(set: string, all: readonly DescribedCase[]): Promise<Count> {
  const counted: Count = { cases: all.length, exact: 0, unitKnown: 0, wrong: 0, unavailable: 0 }
  for (const one of all) {
    const { verdict, why } = await judgeDescribed(one)
    counted[verdict]++
    if (verdict !== 'exact')
      process.stderr.write(`${set} ${verdict}: ${one.project ?? one.id} · ${one.description}: ${why}\n`)
  }
  return counted
}

async function cases(path: string): Promise<DescribedCase[] | null> {
  const packed = await readFile(path).catch(() => null)
  if (packed === null) return null
  const lines = gunzipSync(packed).toString('utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as DescribedCase)
}

async function withArchive<Result>(path: string, use: (root: string) => Promise<Result>): Promise<Result | null> {
  if ((await readFile(path).catch(() => null)) === null) return null
  const root = await mkdtemp(join(tmpdir(), 'redoubt-bench-'))
  try {
    await promisify(execFile)('tar', ['xzf', path, '-C', root])
    return await use(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
